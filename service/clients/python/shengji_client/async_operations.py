"""The operations of the API, a method for each one of openapi.yaml, by the name it has there.

Written by tests/client/write_client.py: change the contract and run that, not this file.
"""

from typing import Literal

from . import documents
from .exchange import Request, new_key
from .transport import AsyncTransport


class AsyncOperations:
    """What can be asked of the API; every method raises `ApiProblem` and `Unreachable`."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Prepares to send requests by the transport."""
        self._transport = transport

    async def start_page(self) -> str | None:
        """Open the web client."""
        answer: str | None = (await self._transport.send(Request("GET", "/", accept="text/html"))).text()
        return answer

    async def describe_authorization(self) -> documents.AuthorizationServer:
        """Get the OAuth 2 metadata."""
        answer: documents.AuthorizationServer = (
            await self._transport.send(Request("GET", "/.well-known/oauth-authorization-server"))
        ).json()
        return answer

    async def healthy(self) -> documents.Health:
        """Check that the process is alive."""
        answer: documents.Health = (await self._transport.send(Request("GET", "/healthz"))).json()
        return answer

    async def show_confirmation(self, mail_code: str) -> str:
        """Show the page that confirms an address."""
        answer: str = (
            await self._transport.send(
                Request("GET", "/mail/confirm/{mail_code}", parts={"mail_code": mail_code}, accept="text/html")
            )
        ).text()
        return answer

    async def confirm_by_link(self, mail_code: str) -> str:
        """Confirm an address."""
        answer: str = (
            await self._transport.send(
                Request("POST", "/mail/confirm/{mail_code}", parts={"mail_code": mail_code}, accept="text/html")
            )
        ).text()
        return answer

    async def show_stop(
        self, mail_code: str, stopped: Literal["turn", "reminder", "invitation", "match", "digest", "all"]
    ) -> str:
        """Show the page that stops mails."""
        answer: str = (
            await self._transport.send(
                Request(
                    "GET",
                    "/mail/stop/{mail_code}/{stopped}",
                    parts={"mail_code": mail_code, "stopped": stopped},
                    accept="text/html",
                )
            )
        ).text()
        return answer

    async def stop_mails(
        self, mail_code: str, stopped: Literal["turn", "reminder", "invitation", "match", "digest", "all"]
    ) -> str:
        """Stop mails."""
        answer: str = (
            await self._transport.send(
                Request(
                    "POST",
                    "/mail/stop/{mail_code}/{stopped}",
                    parts={"mail_code": mail_code, "stopped": stopped},
                    accept="text/html",
                )
            )
        ).text()
        return answer

    async def show_authorization(
        self,
        *,
        response_type: Literal["code"],
        client_id: documents.ClientId,
        redirect_uri: documents.RedirectUri,
        scope: documents.ScopeList,
        state: documents.OAuthState | None = None,
        code_challenge: documents.CodeChallenge,
        code_challenge_method: Literal["S256"],
    ) -> str | None:
        """Show the consent page."""
        answer: str | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/oauth/authorize",
                    query={
                        "response_type": response_type,
                        "client_id": client_id,
                        "redirect_uri": redirect_uri,
                        "scope": scope,
                        "state": state,
                        "code_challenge": code_challenge,
                        "code_challenge_method": code_challenge_method,
                    },
                    accept="text/html",
                )
            )
        ).text()
        return answer

    async def decide_authorization(self, body: documents.AuthorizationDecision) -> None:
        """Approve or deny a client."""
        await self._transport.send(Request("POST", "/oauth/authorize", form=body))

    async def show_device(self, *, user_code: str | None = None) -> str:
        """Show the device code page."""
        answer: str = (
            await self._transport.send(
                Request("GET", "/oauth/device", query={"user_code": user_code}, accept="text/html")
            )
        ).text()
        return answer

    async def decide_device(self, body: documents.DeviceDecision) -> str:
        """Approve or deny a device."""
        answer: str = (
            await self._transport.send(Request("POST", "/oauth/device", form=body, accept="text/html"))
        ).text()
        return answer

    async def authorize_device(self, body: documents.DeviceRequest) -> documents.DeviceCodes:
        """Start the device flow."""
        answer: documents.DeviceCodes = (
            await self._transport.send(Request("POST", "/oauth/device_authorization", form=body))
        ).json()
        return answer

    async def introspect(self, body: documents.IntrospectionRequest) -> documents.Introspected:
        """Introspect a token."""
        answer: documents.Introspected = (
            await self._transport.send(Request("POST", "/oauth/introspect", form=body))
        ).json()
        return answer

    async def revoke_grant(self, body: documents.RevocationRequest) -> documents.Nothing:
        """Revoke tokens."""
        answer: documents.Nothing = (await self._transport.send(Request("POST", "/oauth/revoke", form=body))).json()
        return answer

    async def give_token(self, body: documents.TokenRequest) -> documents.OAuthTokens:
        """Get an access token."""
        answer: documents.OAuthTokens = (await self._transport.send(Request("POST", "/oauth/token", form=body))).json()
        return answer

    async def contract_part(
        self, part: documents.ContractPart, *, if_none_match: str | None = None
    ) -> documents.Contract | None:
        """Get a part of this contract."""
        answer: documents.Contract | None = (
            await self._transport.send(
                Request("GET", "/openapi-{part}.json", parts={"part": part}, headers={"If-None-Match": if_none_match})
            )
        ).json()
        return answer

    async def contract_json(self, *, if_none_match: str | None = None) -> documents.Contract | None:
        """Get this contract as JSON."""
        answer: documents.Contract | None = (
            await self._transport.send(Request("GET", "/openapi.json", headers={"If-None-Match": if_none_match}))
        ).json()
        return answer

    async def contract_yaml(self, *, if_none_match: str | None = None) -> str | None:
        """Get this contract as YAML."""
        answer: str | None = (
            await self._transport.send(
                Request("GET", "/openapi.yaml", headers={"If-None-Match": if_none_match}, accept="application/yaml")
            )
        ).text()
        return answer

    async def list_problems(self, *, if_none_match: str | None = None) -> documents.ProblemKinds | None:
        """List all problems."""
        answer: documents.ProblemKinds | None = (
            await self._transport.send(Request("GET", "/problems", headers={"If-None-Match": if_none_match}))
        ).json()
        return answer

    async def view_problem(
        self, code: documents.ProblemCode, *, if_none_match: str | None = None
    ) -> documents.ExplainedProblem | None:
        """Get a problem."""
        answer: documents.ExplainedProblem | None = (
            await self._transport.send(
                Request("GET", "/problems/{code}", parts={"code": code}, headers={"If-None-Match": if_none_match})
            )
        ).json()
        return answer

    async def ready(self) -> documents.Readiness:
        """Check that requests can be served."""
        answer: documents.Readiness = (await self._transport.send(Request("GET", "/readyz"))).json()
        return answer

    async def entry_points(self) -> documents.EntryPoints:
        """List the entry points."""
        answer: documents.EntryPoints = (await self._transport.send(Request("GET", "/v1"))).json()
        return answer

    async def list_board_matches(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.BoardMatchPage:
        """List my board matches."""
        answer: documents.BoardMatchPage = (
            await self._transport.send(Request("GET", "/v1/board-matches", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def challenge_on_boards(
        self, body: documents.ChallengeOnBoards, *, idempotency_key: str | None = None
    ) -> documents.BoardMatchWithNames:
        """Challenge a player to a board match."""
        answer: documents.BoardMatchWithNames = (
            await self._transport.send(
                Request("POST", "/v1/board-matches", body=body, key=idempotency_key or new_key())
            )
        ).json()
        return answer

    async def view_board_match(self, board_match_id: documents.BoardMatchId) -> documents.BoardMatchWithNames:
        """Get a board match."""
        answer: documents.BoardMatchWithNames = (
            await self._transport.send(
                Request("GET", "/v1/board-matches/{board_match_id}", parts={"board_match_id": board_match_id})
            )
        ).json()
        return answer

    async def answer_board_match(
        self, board_match_id: documents.BoardMatchId, body: documents.BoardMatchAnswer
    ) -> documents.BoardMatchWithNames:
        """Accept or decline a match of pairs."""
        answer: documents.BoardMatchWithNames = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/board-matches/{board_match_id}/answer",
                    parts={"board_match_id": board_match_id},
                    body=body,
                )
            )
        ).json()
        return answer

    async def play_match_board(self, board_match_id: documents.BoardMatchId) -> documents.Board:
        """Play the next board of a match."""
        answer: documents.Board = (
            await self._transport.send(
                Request("POST", "/v1/board-matches/{board_match_id}/boards", parts={"board_match_id": board_match_id})
            )
        ).json()
        return answer

    async def list_boards(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.BoardPage:
        """List my boards."""
        answer: documents.BoardPage = (
            await self._transport.send(Request("GET", "/v1/boards", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def play_board(self, body: documents.PlayBoard) -> documents.Board:
        """Play a board now."""
        answer: documents.Board = (await self._transport.send(Request("POST", "/v1/boards", body=body))).json()
        return answer

    async def view_board(self, board_id: documents.BoardId) -> documents.Board:
        """Get a board."""
        answer: documents.Board = (
            await self._transport.send(Request("GET", "/v1/boards/{board_id}", parts={"board_id": board_id}))
        ).json()
        return answer

    async def list_bots(self) -> documents.ServerBotList:
        """List the bots of the server."""
        answer: documents.ServerBotList = (await self._transport.send(Request("GET", "/v1/bots"))).json()
        return answer

    async def claim_guest(self, body: documents.ClaimGuest) -> documents.SignedUp:
        """Claim the account of a guest."""
        answer: documents.SignedUp = (await self._transport.send(Request("POST", "/v1/claims", body=body))).json()
        return answer

    async def preview_claim(self, body: documents.ClaimGuest) -> documents.Claimable:
        """See what a claim code leads to."""
        answer: documents.Claimable = (
            await self._transport.send(Request("POST", "/v1/claims/preview", body=body))
        ).json()
        return answer

    async def view_grades(
        self,
        pool: documents.RatingPoolId,
        *,
        of: Literal["players", "partnerships"] | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.GradesPage:
        """Get a leaderboard of grades."""
        answer: documents.GradesPage = (
            await self._transport.send(
                Request(
                    "GET", "/v1/grades/{pool}", parts={"pool": pool}, query={"of": of, "limit": limit, "cursor": cursor}
                )
            )
        ).json()
        return answer

    async def view_invitation(self, code: str) -> documents.InvitationWithTable:
        """Get an invitation."""
        answer: documents.InvitationWithTable = (
            await self._transport.send(Request("GET", "/v1/invitations/{code}", parts={"code": code}))
        ).json()
        return answer

    async def accept_invitation(
        self,
        code: str,
        body: documents.AcceptInvitation,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> documents.NewTable:
        """Accept an invitation."""
        answer: documents.NewTable = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/invitations/{code}/accept",
                    parts={"code": code},
                    headers={"Prefer": prefer},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def list_leagues(
        self,
        *,
        status: documents.LeagueStatus | None = None,
        mine: bool | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.LeaguePage:
        """List leagues."""
        answer: documents.LeaguePage = (
            await self._transport.send(
                Request("GET", "/v1/leagues", query={"status": status, "mine": mine, "limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def create_league(
        self, body: documents.CreateLeague, *, idempotency_key: str | None = None
    ) -> documents.NewLeague:
        """Create a league."""
        answer: documents.NewLeague = (
            await self._transport.send(Request("POST", "/v1/leagues", body=body, key=idempotency_key or new_key()))
        ).json()
        return answer

    async def view_league(
        self, league_id: documents.LeagueId, *, if_none_match: str | None = None
    ) -> documents.LeagueView | None:
        """Get a league."""
        answer: documents.LeagueView | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/leagues/{league_id}",
                    parts={"league_id": league_id},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def command_league(
        self,
        league_id: documents.LeagueId,
        body: documents.LeagueCommand,
        *,
        dry_run: bool | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> documents.LeagueDone | documents.LeagueDryRun:
        """Send a command to a league."""
        answer: documents.LeagueDone | documents.LeagueDryRun = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/leagues/{league_id}/commands",
                    parts={"league_id": league_id},
                    query={"dry_run": dry_run},
                    headers={"If-Match": if_match},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def league_events(
        self, league_id: documents.LeagueId, *, after: int | None = None, limit: int | None = None
    ) -> documents.LeagueEventPage:
        """List the events of a league."""
        answer: documents.LeagueEventPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/leagues/{league_id}/events",
                    parts={"league_id": league_id},
                    query={"after": after, "limit": limit},
                )
            )
        ).json()
        return answer

    async def view_league_season(self, league_id: documents.LeagueId, number: int) -> documents.LeagueSeason:
        """Get a season."""
        answer: documents.LeagueSeason = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/leagues/{league_id}/seasons/{number}",
                    parts={"league_id": league_id, "number": str(number)},
                )
            )
        ).json()
        return answer

    async def view_me(self) -> documents.Me:
        """Get the current player."""
        answer: documents.Me = (await self._transport.send(Request("GET", "/v1/me"))).json()
        return answer

    async def close_account(self, body: documents.CloseAccount) -> None:
        """Close my account."""
        await self._transport.send(Request("DELETE", "/v1/me", body=body))

    async def view_availability(self) -> documents.OwnAvailability:
        """Get my availability."""
        answer: documents.OwnAvailability = (await self._transport.send(Request("GET", "/v1/me/availability"))).json()
        return answer

    async def put_availability(self, body: documents.PutAvailability) -> documents.OwnAvailability:
        """Set my availability."""
        answer: documents.OwnAvailability = (
            await self._transport.send(Request("PUT", "/v1/me/availability", body=body))
        ).json()
        return answer

    async def list_blocks(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.BlockPage:
        """List blocked players."""
        answer: documents.BlockPage = (
            await self._transport.send(Request("GET", "/v1/me/blocks", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def block_player(self, player_id: documents.PlayerId) -> None:
        """Block a player."""
        await self._transport.send(Request("PUT", "/v1/me/blocks/{player_id}", parts={"player_id": player_id}))

    async def unblock_player(self, player_id: documents.PlayerId) -> None:
        """Unblock a player."""
        await self._transport.send(Request("DELETE", "/v1/me/blocks/{player_id}", parts={"player_id": player_id}))

    async def view_my_calendar(
        self, *, days: int | None = None, format: Literal["json", "ics"] | None = None
    ) -> documents.MyCalendar:
        """Get my calendar."""
        answer: documents.MyCalendar = (
            await self._transport.send(Request("GET", "/v1/me/calendar", query={"days": days, "format": format}))
        ).json()
        return answer

    async def list_clients(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.ClientPage:
        """List my OAuth clients."""
        answer: documents.ClientPage = (
            await self._transport.send(Request("GET", "/v1/me/clients", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def register_client(self, body: documents.RegisterClient) -> documents.Client:
        """Register an OAuth client."""
        answer: documents.Client = (await self._transport.send(Request("POST", "/v1/me/clients", body=body))).json()
        return answer

    async def view_client(self, client_id: documents.ClientId) -> documents.Client:
        """Get a client."""
        answer: documents.Client = (
            await self._transport.send(Request("GET", "/v1/me/clients/{client_id}", parts={"client_id": client_id}))
        ).json()
        return answer

    async def drop_client(self, client_id: documents.ClientId) -> None:
        """Delete a client."""
        await self._transport.send(Request("DELETE", "/v1/me/clients/{client_id}", parts={"client_id": client_id}))

    async def account_events(
        self,
        *,
        after: int | Literal["end"] | None = None,
        limit: int | None = None,
        wait: int | None = None,
        include: str | None = None,
        last_event_id: str | None = None,
    ) -> documents.AccountEventPage:
        """Follow my account."""
        answer: documents.AccountEventPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/me/events",
                    query={"after": after, "limit": limit, "wait": wait, "include": include},
                    headers={"Last-Event-ID": last_event_id},
                )
            )
        ).json()
        return answer

    async def export_account(self) -> documents.Export:
        """Export my data."""
        answer: documents.Export = (await self._transport.send(Request("GET", "/v1/me/export"))).json()
        return answer

    async def view_inbox(self, *, limit: int | None = None) -> documents.MyInbox:
        """Get my inbox in groups."""
        answer: documents.MyInbox = (
            await self._transport.send(Request("GET", "/v1/me/inbox", query={"limit": limit}))
        ).json()
        return answer

    async def snooze_entry(self, table_id: documents.TableId, body: documents.SnoozeEntry) -> documents.Snooze:
        """Snooze an entry of my inbox."""
        answer: documents.Snooze = (
            await self._transport.send(
                Request("PUT", "/v1/me/inbox/{table_id}/snooze", parts={"table_id": table_id}, body=body)
            )
        ).json()
        return answer

    async def wake_entry(self, table_id: documents.TableId) -> None:
        """End a snooze."""
        await self._transport.send(Request("DELETE", "/v1/me/inbox/{table_id}/snooze", parts={"table_id": table_id}))

    async def visit_table(self, table_id: documents.TableId, body: documents.VisitTable) -> None:
        """Mark a table as seen."""
        await self._transport.send(
            Request("PUT", "/v1/me/inbox/{table_id}/visit", parts={"table_id": table_id}, body=body)
        )

    async def put_language(self, body: documents.ChooseLanguage) -> documents.ChosenLanguage:
        """Choose my language."""
        answer: documents.ChosenLanguage = (
            await self._transport.send(Request("PUT", "/v1/me/language", body=body))
        ).json()
        return answer

    async def put_login(self, body: documents.PutLogin) -> None:
        """Set my login and password."""
        await self._transport.send(Request("PUT", "/v1/me/login", body=body))

    async def drop_login(self, body: documents.DropLogin) -> None:
        """Delete my login."""
        await self._transport.send(Request("DELETE", "/v1/me/login", body=body))

    async def view_own_mistakes(self) -> documents.OwnMistakes:
        """Get the cost of my mistakes."""
        answer: documents.OwnMistakes = (await self._transport.send(Request("GET", "/v1/me/mistakes"))).json()
        return answer

    async def put_name(self, body: documents.ChooseName) -> documents.ChosenName:
        """Change my name."""
        answer: documents.ChosenName = (await self._transport.send(Request("PUT", "/v1/me/name", body=body))).json()
        return answer

    async def view_notifications(self) -> documents.Notifications:
        """Get my e-mail settings."""
        answer: documents.Notifications = (await self._transport.send(Request("GET", "/v1/me/notifications"))).json()
        return answer

    async def change_notifications(self, body: documents.Preferences) -> documents.Notifications:
        """Change my e-mail settings."""
        answer: documents.Notifications = (
            await self._transport.send(Request("PATCH", "/v1/me/notifications", body=body))
        ).json()
        return answer

    async def put_mail_address(self, body: documents.PutMailAddress) -> documents.Notifications:
        """Set my e-mail address."""
        answer: documents.Notifications = (
            await self._transport.send(Request("PUT", "/v1/me/notifications/address", body=body))
        ).json()
        return answer

    async def drop_mail_address(self) -> None:
        """Delete my e-mail address."""
        await self._transport.send(Request("DELETE", "/v1/me/notifications/address"))

    async def confirm_mail_address(self, body: documents.ConfirmMailAddress) -> documents.Notifications:
        """Confirm my e-mail address."""
        answer: documents.Notifications = (
            await self._transport.send(Request("POST", "/v1/me/notifications/confirmation", body=body))
        ).json()
        return answer

    async def view_pace(self) -> documents.MyPace:
        """Get my pace."""
        answer: documents.MyPace = (await self._transport.send(Request("GET", "/v1/me/pace"))).json()
        return answer

    async def list_passkeys(self) -> documents.PasskeyList:
        """List my passkeys."""
        answer: documents.PasskeyList = (await self._transport.send(Request("GET", "/v1/me/passkeys"))).json()
        return answer

    async def add_passkey(self, body: documents.PasskeyAnswer) -> documents.Passkey:
        """Add a passkey."""
        answer: documents.Passkey = (await self._transport.send(Request("POST", "/v1/me/passkeys", body=body))).json()
        return answer

    async def begin_passkey(self, body: documents.BeginPasskey) -> documents.PasskeyOptions:
        """Begin a passkey."""
        answer: documents.PasskeyOptions = (
            await self._transport.send(Request("POST", "/v1/me/passkeys/options", body=body))
        ).json()
        return answer

    async def view_passkey(self, passkey_id: documents.PasskeyId) -> documents.Passkey:
        """Get a passkey."""
        answer: documents.Passkey = (
            await self._transport.send(Request("GET", "/v1/me/passkeys/{passkey_id}", parts={"passkey_id": passkey_id}))
        ).json()
        return answer

    async def remove_passkey(self, passkey_id: documents.PasskeyId) -> None:
        """Remove a passkey."""
        await self._transport.send(Request("DELETE", "/v1/me/passkeys/{passkey_id}", parts={"passkey_id": passkey_id}))

    async def view_preferences(self) -> documents.ClientPreferences:
        """Get my preferences."""
        answer: documents.ClientPreferences = (await self._transport.send(Request("GET", "/v1/me/preferences"))).json()
        return answer

    async def put_preferences(self, body: documents.PutPreferences) -> documents.ClientPreferences:
        """Set my preferences."""
        answer: documents.ClientPreferences = (
            await self._transport.send(Request("PUT", "/v1/me/preferences", body=body))
        ).json()
        return answer

    async def export_records(self, *, after: str | None = None) -> str:
        """Export my records."""
        answer: str = (
            await self._transport.send(
                Request("GET", "/v1/me/records", query={"after": after}, accept="application/x-ndjson")
            )
        ).text()
        return answer

    async def list_sandboxes(self) -> documents.SandboxList:
        """List my sandboxes."""
        answer: documents.SandboxList = (await self._transport.send(Request("GET", "/v1/me/sandboxes"))).json()
        return answer

    async def drop_sandbox(self, world_id: documents.WorldId) -> None:
        """End one of my sandboxes."""
        await self._transport.send(Request("DELETE", "/v1/me/sandboxes/{world_id}", parts={"world_id": world_id}))

    async def list_own_seeks(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.SeekPage:
        """List my seeks."""
        answer: documents.SeekPage = (
            await self._transport.send(Request("GET", "/v1/me/seeks", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def list_tokens(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.TokenPage:
        """List my tokens."""
        answer: documents.TokenPage = (
            await self._transport.send(Request("GET", "/v1/me/tokens", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def make_token(self, body: documents.MakeToken) -> documents.NewToken:
        """Create a token."""
        answer: documents.NewToken = (await self._transport.send(Request("POST", "/v1/me/tokens", body=body))).json()
        return answer

    async def view_my_token(self, token_id: documents.TokenId) -> documents.Token:
        """Get one of my tokens."""
        answer: documents.Token = (
            await self._transport.send(Request("GET", "/v1/me/tokens/{token_id}", parts={"token_id": token_id}))
        ).json()
        return answer

    async def revoke_token(self, token_id: documents.TokenId) -> None:
        """Revoke a token."""
        await self._transport.send(Request("DELETE", "/v1/me/tokens/{token_id}", parts={"token_id": token_id}))

    async def list_saved_templates(self) -> documents.SavedTemplateList:
        """List my templates of tournaments."""
        answer: documents.SavedTemplateList = (
            await self._transport.send(Request("GET", "/v1/me/tournament-templates"))
        ).json()
        return answer

    async def view_saved_template(self, template: str) -> documents.SavedTemplateWithNames:
        """Get one of my templates."""
        answer: documents.SavedTemplateWithNames = (
            await self._transport.send(
                Request("GET", "/v1/me/tournament-templates/{template}", parts={"template": template})
            )
        ).json()
        return answer

    async def save_template(self, template: str, body: documents.CreateTournament) -> documents.SavedTemplateWithNames:
        """Save a template of tournaments."""
        answer: documents.SavedTemplateWithNames = (
            await self._transport.send(
                Request("PUT", "/v1/me/tournament-templates/{template}", parts={"template": template}, body=body)
            )
        ).json()
        return answer

    async def drop_template(self, template: str) -> None:
        """Delete one of my templates."""
        await self._transport.send(
            Request("DELETE", "/v1/me/tournament-templates/{template}", parts={"template": template})
        )

    async def list_turns(
        self,
        *,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
        include: str | None = None,
        if_none_match: str | None = None,
    ) -> documents.Turns | None:
        """Get my inbox."""
        answer: documents.Turns | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/me/turns",
                    query={"limit": limit, "cursor": cursor, "include": include},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_vacation(self) -> documents.Vacations:
        """Get my vacations."""
        answer: documents.Vacations = (await self._transport.send(Request("GET", "/v1/me/vacation"))).json()
        return answer

    async def begin_vacation(self, body: documents.BeginVacation) -> documents.Vacation:
        """Start or announce a vacation."""
        answer: documents.Vacation = (await self._transport.send(Request("POST", "/v1/me/vacation", body=body))).json()
        return answer

    async def end_vacation(self) -> None:
        """End or cancel my vacation."""
        await self._transport.send(Request("DELETE", "/v1/me/vacation"))

    async def list_webhooks(self) -> documents.WebhookList:
        """List my webhooks."""
        answer: documents.WebhookList = (await self._transport.send(Request("GET", "/v1/me/webhooks"))).json()
        return answer

    async def create_webhook(self, body: documents.MakeWebhook) -> documents.NewWebhook:
        """Create a webhook."""
        answer: documents.NewWebhook = (
            await self._transport.send(Request("POST", "/v1/me/webhooks", body=body))
        ).json()
        return answer

    async def view_webhook(self, webhook_id: documents.WebhookId) -> documents.Webhook:
        """Get a webhook."""
        answer: documents.Webhook = (
            await self._transport.send(Request("GET", "/v1/me/webhooks/{webhook_id}", parts={"webhook_id": webhook_id}))
        ).json()
        return answer

    async def delete_webhook(self, webhook_id: documents.WebhookId) -> None:
        """Delete a webhook."""
        await self._transport.send(Request("DELETE", "/v1/me/webhooks/{webhook_id}", parts={"webhook_id": webhook_id}))

    async def change_webhook(self, webhook_id: documents.WebhookId, body: documents.ChangeWebhook) -> documents.Webhook:
        """Update, disable or enable a webhook."""
        answer: documents.Webhook = (
            await self._transport.send(
                Request("PATCH", "/v1/me/webhooks/{webhook_id}", parts={"webhook_id": webhook_id}, body=body)
            )
        ).json()
        return answer

    async def list_deliveries(
        self,
        webhook_id: documents.WebhookId,
        *,
        status: documents.DeliveryState | None = None,
        state: documents.DeliveryState | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.DeliveryPage:
        """List the deliveries of a webhook."""
        answer: documents.DeliveryPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/me/webhooks/{webhook_id}/deliveries",
                    parts={"webhook_id": webhook_id},
                    query={"status": status, "state": state, "limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def view_delivery(
        self, webhook_id: documents.WebhookId, delivery_id: documents.DeliveryId
    ) -> documents.WholeDelivery:
        """Get a delivery."""
        answer: documents.WholeDelivery = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}",
                    parts={"webhook_id": webhook_id, "delivery_id": delivery_id},
                )
            )
        ).json()
        return answer

    async def redeliver(self, webhook_id: documents.WebhookId, delivery_id: documents.DeliveryId) -> documents.Delivery:
        """Resend a delivery."""
        answer: documents.Delivery = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
                    parts={"webhook_id": webhook_id, "delivery_id": delivery_id},
                )
            )
        ).json()
        return answer

    async def rotate_webhook_secret(
        self, webhook_id: documents.WebhookId, body: documents.RotateSecret
    ) -> documents.NewSecret:
        """Rotate a secret."""
        answer: documents.NewSecret = (
            await self._transport.send(
                Request("POST", "/v1/me/webhooks/{webhook_id}/secret", parts={"webhook_id": webhook_id}, body=body)
            )
        ).json()
        return answer

    async def test_webhook(self, webhook_id: documents.WebhookId) -> documents.Delivery:
        """Send a test call."""
        answer: documents.Delivery = (
            await self._transport.send(
                Request("POST", "/v1/me/webhooks/{webhook_id}/test", parts={"webhook_id": webhook_id})
            )
        ).json()
        return answer

    async def list_moderation_actions(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.ModerationActionPage:
        """List moderation actions."""
        answer: documents.ModerationActionPage = (
            await self._transport.send(
                Request("GET", "/v1/moderation/actions", query={"limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def list_reports(
        self,
        *,
        status: documents.ReportState | None = None,
        state: documents.ReportState | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.ReportPage:
        """List the reports."""
        answer: documents.ReportPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/moderation/reports",
                    query={"status": status, "state": state, "limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def close_report(self, report_id: documents.ReportId, body: documents.CloseReport) -> documents.Report:
        """Close a report."""
        answer: documents.Report = (
            await self._transport.send(
                Request("POST", "/v1/moderation/reports/{report_id}/close", parts={"report_id": report_id}, body=body)
            )
        ).json()
        return answer

    async def find_players(
        self,
        *,
        ids: str | None = None,
        name: str | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.PlayerNamesPage:
        """Find players by id or name."""
        answer: documents.PlayerNamesPage = (
            await self._transport.send(
                Request("GET", "/v1/players", query={"ids": ids, "name": name, "limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def sign_up(self, body: documents.SignUp) -> documents.SignedUp:
        """Create an account."""
        answer: documents.SignedUp = (await self._transport.send(Request("POST", "/v1/players", body=body))).json()
        return answer

    async def view_player(self, player_id: documents.PlayerId) -> documents.Player:
        """Get a player."""
        answer: documents.Player = (
            await self._transport.send(Request("GET", "/v1/players/{player_id}", parts={"player_id": player_id}))
        ).json()
        return answer

    async def player_grades(self, player_id: documents.PlayerId) -> documents.PlayerGrades:
        """Get the grades of a player."""
        answer: documents.PlayerGrades = (
            await self._transport.send(Request("GET", "/v1/players/{player_id}/grades", parts={"player_id": player_id}))
        ).json()
        return answer

    async def grade_changes(
        self,
        player_id: documents.PlayerId,
        pool: documents.RatingPoolId,
        *,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.GradeChangePage:
        """List the grade changes of a player."""
        answer: documents.GradeChangePage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/players/{player_id}/grades/{pool}/changes",
                    parts={"player_id": player_id, "pool": pool},
                    query={"limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def player_ratings(self, player_id: documents.PlayerId) -> documents.PlayerRatings:
        """Get the ratings of a player."""
        answer: documents.PlayerRatings = (
            await self._transport.send(
                Request("GET", "/v1/players/{player_id}/ratings", parts={"player_id": player_id})
            )
        ).json()
        return answer

    async def rating_changes(
        self,
        player_id: documents.PlayerId,
        pool: documents.RatingPoolId,
        *,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.RatingChangePage:
        """List the rating changes of a player."""
        answer: documents.RatingChangePage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/players/{player_id}/ratings/{pool}/changes",
                    parts={"player_id": player_id, "pool": pool},
                    query={"limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def list_puzzles(
        self, *, game: documents.Game | None = None, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.PuzzlePage:
        """List puzzles."""
        answer: documents.PuzzlePage = (
            await self._transport.send(
                Request("GET", "/v1/puzzles", query={"game": game, "limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def view_puzzle(self, puzzle_id: documents.PuzzleId) -> documents.Puzzle:
        """Get a puzzle."""
        answer: documents.Puzzle = (
            await self._transport.send(Request("GET", "/v1/puzzles/{puzzle_id}", parts={"puzzle_id": puzzle_id}))
        ).json()
        return answer

    async def answer_puzzle(
        self, puzzle_id: documents.PuzzleId, body: documents.PuzzleAnswer
    ) -> documents.PuzzleAttempt:
        """Answer a puzzle."""
        answer: documents.PuzzleAttempt = (
            await self._transport.send(
                Request("POST", "/v1/puzzles/{puzzle_id}/answers", parts={"puzzle_id": puzzle_id}, body=body)
            )
        ).json()
        return answer

    async def list_rating_pools(self) -> documents.RatingPools:
        """List the rating pools."""
        answer: documents.RatingPools = (await self._transport.send(Request("GET", "/v1/ratings"))).json()
        return answer

    async def view_leaderboard(
        self,
        pool: documents.RatingPoolId,
        *,
        system: Literal["elo", "team"] | None = None,
        season: str | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.LeaderboardPage:
        """Get a leaderboard."""
        answer: documents.LeaderboardPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/ratings/{pool}",
                    parts={"pool": pool},
                    query={"system": system, "season": season, "limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def replay_record(
        self,
        body: documents.RecordToReplay,
        *,
        seat: Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> documents.Replay:
        """Verify and replay a record."""
        answer: documents.Replay = (
            await self._transport.send(
                Request("POST", "/v1/records", query={"seat": seat, "after": after, "limit": limit}, body=body)
            )
        ).json()
        return answer

    async def begin_rehearsal(self, body: documents.BeginRehearsal) -> documents.NewRehearsal:
        """Rehearse a tournament."""
        answer: documents.NewRehearsal = (
            await self._transport.send(Request("POST", "/v1/rehearsals", body=body))
        ).json()
        return answer

    async def make_report(
        self, body: documents.MakeReport, *, idempotency_key: str | None = None
    ) -> documents.MadeReport:
        """Create a report."""
        answer: documents.MadeReport = (
            await self._transport.send(Request("POST", "/v1/reports", body=body, key=idempotency_key or new_key()))
        ).json()
        return answer

    async def view_report(self, report_id: documents.ReportId) -> documents.OwnReport:
        """Get my report."""
        answer: documents.OwnReport = (
            await self._transport.send(Request("GET", "/v1/reports/{report_id}", parts={"report_id": report_id}))
        ).json()
        return answer

    async def list_kinds(self) -> documents.Kinds:
        """List kinds of questions."""
        answer: documents.Kinds = (await self._transport.send(Request("GET", "/v1/rules/kinds"))).json()
        return answer

    async def list_options(self) -> documents.Options:
        """List options of the rules."""
        answer: documents.Options = (await self._transport.send(Request("GET", "/v1/rules/options"))).json()
        return answer

    async def list_common_orders(self) -> documents.CommonOrders:
        """List common standing orders."""
        answer: documents.CommonOrders = (await self._transport.send(Request("GET", "/v1/rules/orders/common"))).json()
        return answer

    async def list_profiles(self) -> documents.Profiles:
        """List profiles of rules."""
        answer: documents.Profiles = (await self._transport.send(Request("GET", "/v1/rules/profiles"))).json()
        return answer

    async def ask(self, kind: documents.LabKind, body: documents.Question) -> documents.LabAnswer:
        """Ask about the rules."""
        answer: documents.LabAnswer = (
            await self._transport.send(Request("POST", "/v1/rules/{kind}", parts={"kind": kind}, body=body))
        ).json()
        return answer

    async def view_sandbox(self) -> documents.SandboxState:
        """Get my sandbox."""
        answer: documents.SandboxState = (await self._transport.send(Request("GET", "/v1/sandbox"))).json()
        return answer

    async def make_sandbox(self, body: documents.MakeSandbox) -> documents.NewSandbox:
        """Create a sandbox."""
        answer: documents.NewSandbox = (await self._transport.send(Request("POST", "/v1/sandbox", body=body))).json()
        return answer

    async def end_sandbox(self) -> None:
        """End my sandbox."""
        await self._transport.send(Request("DELETE", "/v1/sandbox"))

    async def advance_sandbox(self, body: documents.MoveClock) -> documents.SandboxState:
        """Advance the clock of my sandbox."""
        answer: documents.SandboxState = (
            await self._transport.send(Request("POST", "/v1/sandbox/advance", body=body))
        ).json()
        return answer

    async def list_sandbox_mails(
        self, *, player: str | None = None, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.SandboxMailPage:
        """List the mails of my sandbox."""
        answer: documents.SandboxMailPage = (
            await self._transport.send(
                Request("GET", "/v1/sandbox/mails", query={"player": player, "limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def add_sandbox_player(self, body: documents.SandboxPlayer) -> documents.SignedUp:
        """Create a player in my sandbox."""
        answer: documents.SignedUp = (
            await self._transport.send(Request("POST", "/v1/sandbox/players", body=body))
        ).json()
        return answer

    async def view_rehearsal(self) -> documents.Rehearsal:
        """Get the report of my rehearsal."""
        answer: documents.Rehearsal = (await self._transport.send(Request("GET", "/v1/sandbox/rehearsal"))).json()
        return answer

    async def list_seeks(
        self, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.SeekPage:
        """List open seeks."""
        answer: documents.SeekPage = (
            await self._transport.send(Request("GET", "/v1/seeks", query={"limit": limit, "cursor": cursor}))
        ).json()
        return answer

    async def post_seek(
        self, body: documents.PostSeek, *, idempotency_key: str | None = None
    ) -> documents.SeekWithNames:
        """Create a seek."""
        answer: documents.SeekWithNames = (
            await self._transport.send(Request("POST", "/v1/seeks", body=body, key=idempotency_key or new_key()))
        ).json()
        return answer

    async def view_seek(self, seek_id: documents.SeekId) -> documents.SeekWithNames:
        """Get a seek."""
        answer: documents.SeekWithNames = (
            await self._transport.send(Request("GET", "/v1/seeks/{seek_id}", parts={"seek_id": seek_id}))
        ).json()
        return answer

    async def withdraw_seek(self, seek_id: documents.SeekId) -> None:
        """Withdraw a seek."""
        await self._transport.send(Request("DELETE", "/v1/seeks/{seek_id}", parts={"seek_id": seek_id}))

    async def agree_to_seek(self, seek_id: documents.SeekId) -> documents.SeekWithNames:
        """Agree to seek as a pair."""
        answer: documents.SeekWithNames = (
            await self._transport.send(Request("POST", "/v1/seeks/{seek_id}/agree", parts={"seek_id": seek_id}))
        ).json()
        return answer

    async def list_series(
        self,
        *,
        status: documents.SeriesStatus | None = None,
        mine: bool | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.SeriesPage:
        """List series."""
        answer: documents.SeriesPage = (
            await self._transport.send(
                Request("GET", "/v1/series", query={"status": status, "mine": mine, "limit": limit, "cursor": cursor})
            )
        ).json()
        return answer

    async def create_series(
        self, body: documents.CreateSeries, *, idempotency_key: str | None = None
    ) -> documents.NewSeries:
        """Create a series."""
        answer: documents.NewSeries = (
            await self._transport.send(Request("POST", "/v1/series", body=body, key=idempotency_key or new_key()))
        ).json()
        return answer

    async def view_series(self, series_id: documents.SeriesId) -> documents.SeriesView:
        """Get a series."""
        answer: documents.SeriesView = (
            await self._transport.send(Request("GET", "/v1/series/{series_id}", parts={"series_id": series_id}))
        ).json()
        return answer

    async def view_series_calendar(self, series_id: documents.SeriesId) -> str:
        """Get the calendar of a series."""
        answer: str = (
            await self._transport.send(
                Request(
                    "GET", "/v1/series/{series_id}/calendar", parts={"series_id": series_id}, accept="text/calendar"
                )
            )
        ).text()
        return answer

    async def command_series(
        self,
        series_id: documents.SeriesId,
        body: documents.SeriesCommand,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> documents.SeriesDone | documents.SeriesDryRun:
        """Send a command to a series."""
        answer: documents.SeriesDone | documents.SeriesDryRun = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/series/{series_id}/commands",
                    parts={"series_id": series_id},
                    query={"dry_run": dry_run},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def series_events(
        self, series_id: documents.SeriesId, *, after: int | None = None, limit: int | None = None
    ) -> documents.SeriesEventPage:
        """List the events of a series."""
        answer: documents.SeriesEventPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/series/{series_id}/events",
                    parts={"series_id": series_id},
                    query={"after": after, "limit": limit},
                )
            )
        ).json()
        return answer

    async def begin_session(self, body: documents.BeginSession, *, x_shengji_request: str) -> documents.SessionBegun:
        """Sign in a browser."""
        answer: documents.SessionBegun = (
            await self._transport.send(
                Request("POST", "/v1/session", headers={"X-Shengji-Request": x_shengji_request}, body=body)
            )
        ).json()
        return answer

    async def end_session(self, *, x_shengji_request: str) -> None:
        """Sign out a browser."""
        await self._transport.send(Request("DELETE", "/v1/session", headers={"X-Shengji-Request": x_shengji_request}))

    async def begin_session_by_claim(
        self, body: documents.ClaimGuest, *, x_shengji_request: str
    ) -> documents.SessionBegun:
        """Claim the account of a guest in a browser."""
        answer: documents.SessionBegun = (
            await self._transport.send(
                Request("POST", "/v1/session/claim", headers={"X-Shengji-Request": x_shengji_request}, body=body)
            )
        ).json()
        return answer

    async def begin_guest_session(
        self, body: documents.BeginGuestSession, *, x_shengji_request: str
    ) -> documents.SessionBegun:
        """Play as a guest in a browser."""
        answer: documents.SessionBegun = (
            await self._transport.send(
                Request("POST", "/v1/session/guest", headers={"X-Shengji-Request": x_shengji_request}, body=body)
            )
        ).json()
        return answer

    async def begin_session_by_passkey(
        self, body: documents.PasskeyAnswer, *, x_shengji_request: str
    ) -> documents.SessionBegun:
        """Sign in a browser by passkey."""
        answer: documents.SessionBegun = (
            await self._transport.send(
                Request("POST", "/v1/session/passkey", headers={"X-Shengji-Request": x_shengji_request}, body=body)
            )
        ).json()
        return answer

    async def begin_passkey_session(self, *, x_shengji_request: str) -> documents.PasskeyOptions:
        """Begin a sign-in by passkey."""
        answer: documents.PasskeyOptions = (
            await self._transport.send(
                Request("POST", "/v1/session/passkey/options", headers={"X-Shengji-Request": x_shengji_request})
            )
        ).json()
        return answer

    async def list_tables(
        self,
        *,
        status: documents.TableStatus | None = None,
        free_seats: bool | None = None,
        mine: bool | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.TablePage:
        """List tables."""
        answer: documents.TablePage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables",
                    query={"status": status, "free_seats": free_seats, "mine": mine, "limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def open_table(
        self, body: documents.OpenTable, *, idempotency_key: str | None = None, prefer: str | None = None
    ) -> documents.NewTable:
        """Open a table."""
        answer: documents.NewTable = (
            await self._transport.send(
                Request("POST", "/v1/tables", headers={"Prefer": prefer}, body=body, key=idempotency_key or new_key())
            )
        ).json()
        return answer

    async def view_table(
        self, table_id: documents.TableId, *, if_none_match: str | None = None
    ) -> documents.TableView | None:
        """Get a table."""
        answer: documents.TableView | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables/{table_id}",
                    parts={"table_id": table_id},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_analysis(
        self,
        table_id: documents.TableId,
        *,
        hand: int | None = None,
        judged: int | None = None,
        wait: int | None = None,
    ) -> documents.HandAnalysis:
        """Get the analysis of a hand."""
        answer: documents.HandAnalysis = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables/{table_id}/analysis",
                    parts={"table_id": table_id},
                    query={"hand": hand, "judged": judged, "wait": wait},
                )
            )
        ).json()
        return answer

    async def ask_for_analysis(
        self, table_id: documents.TableId, body: documents.AskForAnalysis
    ) -> documents.HandAnalysis:
        """Ask for the analysis of a hand."""
        answer: documents.HandAnalysis = (
            await self._transport.send(
                Request("POST", "/v1/tables/{table_id}/analysis", parts={"table_id": table_id}, body=body)
            )
        ).json()
        return answer

    async def command_table(
        self,
        table_id: documents.TableId,
        body: documents.Command,
        *,
        dry_run: bool | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        prefer: str | None = None,
        include: str | None = None,
    ) -> documents.Done | documents.DryRun:
        """Send a command to a table."""
        answer: documents.Done | documents.DryRun = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tables/{table_id}/commands",
                    parts={"table_id": table_id},
                    query={"dry_run": dry_run, "include": include},
                    headers={"If-Match": if_match, "Prefer": prefer},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def table_events(
        self,
        table_id: documents.TableId,
        *,
        after: int | Literal["end"] | None = None,
        limit: int | None = None,
        wait: int | None = None,
        include: str | None = None,
        last_event_id: str | None = None,
    ) -> documents.EventPage:
        """Follow a table."""
        answer: documents.EventPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables/{table_id}/events",
                    parts={"table_id": table_id},
                    query={"after": after, "limit": limit, "wait": wait, "include": include},
                    headers={"Last-Event-ID": last_event_id},
                )
            )
        ).json()
        return answer

    async def list_invitations(self, table_id: documents.TableId) -> documents.InvitationList:
        """List invitations to a table."""
        answer: documents.InvitationList = (
            await self._transport.send(
                Request("GET", "/v1/tables/{table_id}/invitations", parts={"table_id": table_id})
            )
        ).json()
        return answer

    async def make_invitation(
        self, table_id: documents.TableId, body: documents.MakeInvitation
    ) -> documents.NewInvitation:
        """Create an invitation."""
        answer: documents.NewInvitation = (
            await self._transport.send(
                Request("POST", "/v1/tables/{table_id}/invitations", parts={"table_id": table_id}, body=body)
            )
        ).json()
        return answer

    async def revoke_invitation(self, table_id: documents.TableId, invitation_id: documents.InvitationId) -> None:
        """Revoke an invitation."""
        await self._transport.send(
            Request(
                "DELETE",
                "/v1/tables/{table_id}/invitations/{invitation_id}",
                parts={"table_id": table_id, "invitation_id": invitation_id},
            )
        )

    async def room_messages(
        self,
        table_id: documents.TableId,
        room: documents.Room,
        *,
        after: int | Literal["end"] | None = None,
        limit: int | None = None,
        wait: int | None = None,
        last_event_id: str | None = None,
    ) -> documents.MessagePage:
        """List messages at a table."""
        answer: documents.MessagePage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables/{table_id}/messages/{room}",
                    parts={"table_id": table_id, "room": room},
                    query={"after": after, "limit": limit, "wait": wait},
                    headers={"Last-Event-ID": last_event_id},
                )
            )
        ).json()
        return answer

    async def post_message(
        self,
        table_id: documents.TableId,
        room: documents.Room,
        body: documents.PostMessage,
        *,
        idempotency_key: str | None = None,
    ) -> documents.Message:
        """Send a message at a table."""
        answer: documents.Message = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tables/{table_id}/messages/{room}",
                    parts={"table_id": table_id, "room": room},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def mute_room(self, table_id: documents.TableId, room: documents.Room) -> None:
        """Mute a room."""
        await self._transport.send(
            Request("PUT", "/v1/tables/{table_id}/messages/{room}/mute", parts={"table_id": table_id, "room": room})
        )

    async def unmute_room(self, table_id: documents.TableId, room: documents.Room) -> None:
        """Unmute a room."""
        await self._transport.send(
            Request("DELETE", "/v1/tables/{table_id}/messages/{room}/mute", parts={"table_id": table_id, "room": room})
        )

    async def view_message(
        self, table_id: documents.TableId, room: documents.Room, number: int
    ) -> documents.MessageWithNames:
        """Get a message at a table."""
        answer: documents.MessageWithNames = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tables/{table_id}/messages/{room}/{number}",
                    parts={"table_id": table_id, "room": room, "number": str(number)},
                )
            )
        ).json()
        return answer

    async def remove_message(self, table_id: documents.TableId, room: documents.Room, number: int) -> None:
        """Remove a message."""
        await self._transport.send(
            Request(
                "DELETE",
                "/v1/tables/{table_id}/messages/{room}/{number}",
                parts={"table_id": table_id, "room": room, "number": str(number)},
            )
        )

    async def legal_moves(self, table_id: documents.TableId) -> documents.LegalMoves:
        """List my legal moves."""
        answer: documents.LegalMoves = (
            await self._transport.send(Request("GET", "/v1/tables/{table_id}/moves", parts={"table_id": table_id}))
        ).json()
        return answer

    async def view_notes(self, table_id: documents.TableId) -> documents.Notes:
        """Get my notes about a table."""
        answer: documents.Notes = (
            await self._transport.send(Request("GET", "/v1/tables/{table_id}/notes", parts={"table_id": table_id}))
        ).json()
        return answer

    async def put_notes(self, table_id: documents.TableId, body: documents.PutNotes) -> documents.Notes:
        """Set my notes about a table."""
        answer: documents.Notes = (
            await self._transport.send(
                Request("PUT", "/v1/tables/{table_id}/notes", parts={"table_id": table_id}, body=body)
            )
        ).json()
        return answer

    async def drop_notes(self, table_id: documents.TableId) -> None:
        """Delete my notes about a table."""
        await self._transport.send(Request("DELETE", "/v1/tables/{table_id}/notes", parts={"table_id": table_id}))

    async def table_record(self, table_id: documents.TableId) -> documents.Record:
        """Get the record of a game."""
        answer: documents.Record = (
            await self._transport.send(Request("GET", "/v1/tables/{table_id}/record", parts={"table_id": table_id}))
        ).json()
        return answer

    async def rematch(
        self, table_id: documents.TableId, body: documents.AskForRematch, *, prefer: str | None = None
    ) -> documents.NewTable:
        """Start a rematch."""
        answer: documents.NewTable = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tables/{table_id}/rematch",
                    parts={"table_id": table_id},
                    headers={"Prefer": prefer},
                    body=body,
                )
            )
        ).json()
        return answer

    async def make_ticket(self, body: documents.Ticket) -> documents.TicketMade:
        """Make a ticket for a feed."""
        answer: documents.TicketMade = (await self._transport.send(Request("POST", "/v1/tickets", body=body))).json()
        return answer

    async def view_token(self) -> documents.CurrentToken:
        """Get the current token."""
        answer: documents.CurrentToken = (await self._transport.send(Request("GET", "/v1/token"))).json()
        return answer

    async def list_tournament_templates(self) -> documents.TournamentTemplateList:
        """List the templates of tournaments."""
        answer: documents.TournamentTemplateList = (
            await self._transport.send(Request("GET", "/v1/tournament-templates"))
        ).json()
        return answer

    async def list_tournaments(
        self,
        *,
        status: documents.TournamentStatus | None = None,
        mine: bool | None = None,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.TournamentPage:
        """List tournaments."""
        answer: documents.TournamentPage = (
            await self._transport.send(
                Request(
                    "GET", "/v1/tournaments", query={"status": status, "mine": mine, "limit": limit, "cursor": cursor}
                )
            )
        ).json()
        return answer

    async def create_tournament(
        self, body: documents.CreateTournament, *, dry_run: bool | None = None, idempotency_key: str | None = None
    ) -> documents.CreationDryRun | documents.NewTournament:
        """Create a tournament."""
        answer: documents.CreationDryRun | documents.NewTournament = (
            await self._transport.send(
                Request(
                    "POST", "/v1/tournaments", query={"dry_run": dry_run}, body=body, key=idempotency_key or new_key()
                )
            )
        ).json()
        return answer

    async def view_tournament(
        self, tournament_id: documents.TournamentId, *, if_none_match: str | None = None
    ) -> documents.TournamentView | None:
        """Get a tournament."""
        answer: documents.TournamentView | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}",
                    parts={"tournament_id": tournament_id},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def list_tournament_boards(
        self,
        tournament_id: documents.TournamentId,
        *,
        format: Literal["json", "csv"] | None = None,
        if_none_match: str | None = None,
    ) -> documents.TournamentBoards | None:
        """List duplicate boards and their scores."""
        answer: documents.TournamentBoards | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/boards",
                    parts={"tournament_id": tournament_id},
                    query={"format": format},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_tournament_board(
        self, tournament_id: documents.TournamentId, number: int, *, if_none_match: str | None = None
    ) -> documents.TournamentBoard | None:
        """Get a duplicate board."""
        answer: documents.TournamentBoard | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/boards/{number}",
                    parts={"tournament_id": tournament_id, "number": str(number)},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_bracket(
        self,
        tournament_id: documents.TournamentId,
        *,
        format: Literal["json", "csv"] | None = None,
        if_none_match: str | None = None,
    ) -> documents.TournamentBracket | None:
        """Get the bracket."""
        answer: documents.TournamentBracket | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/bracket",
                    parts={"tournament_id": tournament_id},
                    query={"format": format},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def tournament_calendar(self, tournament_id: documents.TournamentId) -> str:
        """Get the calendar."""
        answer: str = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/calendar",
                    parts={"tournament_id": tournament_id},
                    accept="text/calendar",
                )
            )
        ).text()
        return answer

    async def command_tournament(
        self,
        tournament_id: documents.TournamentId,
        body: documents.TournamentCommand,
        *,
        dry_run: bool | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> documents.TournamentDone | documents.TournamentDryRun:
        """Send a command to a tournament."""
        answer: documents.TournamentDone | documents.TournamentDryRun = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tournaments/{tournament_id}/commands",
                    parts={"tournament_id": tournament_id},
                    query={"dry_run": dry_run},
                    headers={"If-Match": if_match},
                    body=body,
                    key=idempotency_key or new_key(),
                )
            )
        ).json()
        return answer

    async def list_corrections(
        self, tournament_id: documents.TournamentId, *, if_none_match: str | None = None
    ) -> documents.TournamentCorrections | None:
        """List corrections."""
        answer: documents.TournamentCorrections | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/corrections",
                    parts={"tournament_id": tournament_id},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_cross_table(
        self,
        tournament_id: documents.TournamentId,
        *,
        by: Literal["rounds", "opponents"] | None = None,
        format: Literal["json", "csv"] | None = None,
        if_none_match: str | None = None,
    ) -> documents.CrossTable | None:
        """Get the cross table."""
        answer: documents.CrossTable | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/cross-table",
                    parts={"tournament_id": tournament_id},
                    query={"by": by, "format": format},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_display(
        self, tournament_id: documents.TournamentId, *, if_none_match: str | None = None
    ) -> str | None:
        """Open the page for a projector."""
        answer: str | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/display",
                    parts={"tournament_id": tournament_id},
                    headers={"If-None-Match": if_none_match},
                    accept="text/html",
                )
            )
        ).text()
        return answer

    async def list_entrants(
        self, tournament_id: documents.TournamentId, *, limit: int | None = None, cursor: documents.Cursor | None = None
    ) -> documents.EntrantPage:
        """List entrants."""
        answer: documents.EntrantPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/entrants",
                    parts={"tournament_id": tournament_id},
                    query={"limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def compare_entrants(
        self,
        tournament_id: documents.TournamentId,
        entrant_id: documents.EntrantId,
        other_id: documents.EntrantId,
        *,
        if_none_match: str | None = None,
    ) -> documents.StandingsComparison | None:
        """Explain why one entrant is before another."""
        answer: documents.StandingsComparison | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/before/{other_id}",
                    parts={"tournament_id": tournament_id, "entrant_id": entrant_id, "other_id": other_id},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def renew_claim_code(
        self, tournament_id: documents.TournamentId, entrant_id: documents.EntrantId, body: documents.RenewClaimCode
    ) -> documents.NewGuest:
        """Create a new claim code."""
        answer: documents.NewGuest = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/claim-codes",
                    parts={"tournament_id": tournament_id, "entrant_id": entrant_id},
                    body=body,
                )
            )
        ).json()
        return answer

    async def view_score_card(
        self,
        tournament_id: documents.TournamentId,
        entrant_id: documents.EntrantId,
        *,
        format: Literal["json", "csv"] | None = None,
        if_none_match: str | None = None,
    ) -> documents.ScoreCard | None:
        """Get a score card."""
        answer: documents.ScoreCard | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/score-card",
                    parts={"tournament_id": tournament_id, "entrant_id": entrant_id},
                    query={"format": format},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def list_guest_tokens(
        self,
        tournament_id: documents.TournamentId,
        entrant_id: documents.EntrantId,
        *,
        limit: int | None = None,
        cursor: documents.Cursor | None = None,
    ) -> documents.GuestTokenPage:
        """List the tokens for guests of an entrant."""
        answer: documents.GuestTokenPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/tokens",
                    parts={"tournament_id": tournament_id, "entrant_id": entrant_id},
                    query={"limit": limit, "cursor": cursor},
                )
            )
        ).json()
        return answer

    async def make_guest_token(
        self, tournament_id: documents.TournamentId, entrant_id: documents.EntrantId, body: documents.MakeGuestToken
    ) -> documents.NewToken:
        """Create a token for a guest."""
        answer: documents.NewToken = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/tokens",
                    parts={"tournament_id": tournament_id, "entrant_id": entrant_id},
                    body=body,
                )
            )
        ).json()
        return answer

    async def revoke_guest_token(
        self, tournament_id: documents.TournamentId, entrant_id: documents.EntrantId, token_id: documents.TokenId
    ) -> None:
        """Revoke a token for a guest."""
        await self._transport.send(
            Request(
                "DELETE",
                "/v1/tournaments/{tournament_id}/entrants/{entrant_id}/tokens/{token_id}",
                parts={"tournament_id": tournament_id, "entrant_id": entrant_id, "token_id": token_id},
            )
        )

    async def make_entry_code(
        self, tournament_id: documents.TournamentId, player_id: documents.PlayerId
    ) -> documents.EntryCode:
        """Get an entry code."""
        answer: documents.EntryCode = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/entry-codes/{player_id}",
                    parts={"tournament_id": tournament_id, "player_id": player_id},
                )
            )
        ).json()
        return answer

    async def tournament_events(
        self,
        tournament_id: documents.TournamentId,
        *,
        after: int | Literal["end"] | None = None,
        by: Literal["staff"] | None = None,
        limit: int | None = None,
        wait: int | None = None,
        last_event_id: str | None = None,
    ) -> documents.TournamentEventPage:
        """List the events of a tournament."""
        answer: documents.TournamentEventPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/events",
                    parts={"tournament_id": tournament_id},
                    query={"after": after, "by": by, "limit": limit, "wait": wait},
                    headers={"Last-Event-ID": last_event_id},
                )
            )
        ).json()
        return answer

    async def tournament_report(self, tournament_id: documents.TournamentId) -> str:
        """Get the report file."""
        answer: str = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/report",
                    parts={"tournament_id": tournament_id},
                    accept="text/plain",
                )
            )
        ).text()
        return answer

    async def tournament_results(
        self,
        tournament_id: documents.TournamentId,
        *,
        after: int | Literal["end"] | None = None,
        limit: int | None = None,
        wait: int | None = None,
        last_event_id: str | None = None,
    ) -> documents.TournamentResultPage:
        """Follow the results of a tournament."""
        answer: documents.TournamentResultPage = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/results",
                    parts={"tournament_id": tournament_id},
                    query={"after": after, "limit": limit, "wait": wait},
                    headers={"Last-Event-ID": last_event_id},
                )
            )
        ).json()
        return answer

    async def view_round(
        self, tournament_id: documents.TournamentId, number: int, *, if_none_match: str | None = None
    ) -> documents.TournamentRound | None:
        """Get a round."""
        answer: documents.TournamentRound | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/rounds/{number}",
                    parts={"tournament_id": tournament_id, "number": str(number)},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def view_standings(
        self,
        tournament_id: documents.TournamentId,
        *,
        format: Literal["json", "csv"] | None = None,
        if_none_match: str | None = None,
    ) -> documents.TournamentStandings | None:
        """Get the standings."""
        answer: documents.TournamentStandings | None = (
            await self._transport.send(
                Request(
                    "GET",
                    "/v1/tournaments/{tournament_id}/standings",
                    parts={"tournament_id": tournament_id},
                    query={"format": format},
                    headers={"If-None-Match": if_none_match},
                )
            )
        ).json()
        return answer

    async def create_tournament_webhook(
        self, tournament_id: documents.TournamentId, body: documents.MakeTournamentWebhook
    ) -> documents.NewWebhook:
        """Create a webhook for a tournament."""
        answer: documents.NewWebhook = (
            await self._transport.send(
                Request(
                    "POST",
                    "/v1/tournaments/{tournament_id}/webhooks",
                    parts={"tournament_id": tournament_id},
                    body=body,
                )
            )
        ).json()
        return answer
