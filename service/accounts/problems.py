"""The problem documents that answer the errors of accounts, logins and tokens."""

from service.accounts.attempt_limits import too_many_attempts
from service.accounts.attempts import TooManyAttempts
from service.accounts.closing.handlers import HouseStays
from service.accounts.guests.handlers import MOST_GUESTS, GuestsNotPossible, TooManyGuests, WrongClaimCode
from service.accounts.handlers import AccountClosed, CannotBeChallenged, NoSuchPlayer, NoSuchToken, NotYours
from service.accounts.logins import LoginTaken, WrongPassword
from service.accounts.reliability.handlers import TooUnreliable
from service.accounts.sessions.handlers import AlreadySignedIn, WrongLogin
from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.request_context import not_authenticated

PROBLEMS: Answers = {
    AccountClosed: lambda _: not_authenticated().response(),
    NoSuchPlayer: lambda error: problem_response("not_found", f"there is no player {id_as_sent('player_id', error)}"),
    CannotBeChallenged: lambda error: problem_response(
        "cannot_be_challenged",
        f"{error} is not a player whom you can challenge",
        hint="challenge a player by their id; use seat_bot for house bots",
    ),
    NoSuchToken: lambda error: problem_response("not_found", f"you have no token {error}"),
    LoginTaken: lambda error: problem_response(
        "login_taken", f"another account has the login {error}", hint="choose another"
    ),
    WrongPassword: lambda _: problem_response(
        "wrong_password",
        "the account has a login, and current_password is missing or wrong",
        hint="give the password of your login as current_password",
    ),
    WrongLogin: lambda _: problem_response(
        "wrong_login", "no account has this login and password", hint="check both; the password is case-sensitive"
    ),
    AlreadySignedIn: lambda _: problem_response(
        "already_signed_in",
        "this browser has a session, and a new account would replace it",
        hint="continue with the session, or end it with DELETE /v1/session first",
    ),
    TooManyAttempts: lambda error: too_many_attempts(error).response(),
    HouseStays: lambda _: problem_response("house_stays", "this is a house bot"),
    WrongClaimCode: lambda _: problem_response(
        "wrong_claim_code",
        "no guest has this claim code, or the account was claimed",
        hint="check the code; the staff of the tournament can give you a new one",
    ),
    TooManyGuests: lambda _: problem_response(
        "too_many_guests",
        f"a tournament has at most {MOST_GUESTS} guests who have not claimed their accounts",
        hint="enter fewer guests, or let guests claim their accounts first",
    ),
    GuestsNotPossible: lambda _: problem_response(
        "sign_up_closed", "only the operator of this server creates accounts, also those of guests"
    ),
    NotYours: lambda error: problem_response(
        "missing_scope", f"your token does not have {', '.join(error.args[0])}", facts={"scope": error.args[0][0]}
    ),
    TooUnreliable: lambda error: problem_response(
        "too_unreliable",
        f"the table requires a reliability of {error.least}, and yours is {error.score}",
        hint="play other tables in time and to the end; your last turns and hands count",
        facts={"score": error.score, "least": error.least},
    ),
}
