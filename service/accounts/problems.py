"""The problem documents that answer the errors of accounts, logins and tokens."""

from domain.kernel.messages import message
from service.accounts.attempt_limits import too_many_attempts
from service.accounts.attempts import TooManyAttempts
from service.accounts.guests.handlers import MOST_GUESTS, GuestsNotPossible, NotAGuest, TooManyGuests, WrongClaimCode
from service.accounts.handlers import (
    AccountClosed,
    CannotBeChallenged,
    HouseStays,
    NoSuchPlayer,
    NoSuchToken,
    NotYours,
)
from service.accounts.logins import LoginTaken, WrongPassword
from service.accounts.passkeys.handlers import (
    PASSKEYS_LIMIT,
    NoSuchPasskey,
    PasskeyKnown,
    PasskeysAway,
    TooManyPasskeys,
    WrongPasskey,
)
from service.accounts.reliability.handlers import TooUnreliable
from service.accounts.sessions.handlers import AlreadySignedIn, WrongLogin
from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.request_context import not_authenticated

PROBLEMS: Answers = {
    AccountClosed: lambda _: not_authenticated().response(),
    NoSuchPlayer: lambda error: problem_response(
        "not_found", message("there is no player {id_as_sent}", id_as_sent=id_as_sent("player_id", error))
    ),
    CannotBeChallenged: lambda error: problem_response(
        "cannot_be_challenged",
        message("{error} is not a player whom you can challenge", error=error),
        hint=message("give the id of another player; house bots cannot be challenged or asked"),
    ),
    NoSuchToken: lambda error: problem_response("not_found", message("you have no token {error}", error=error)),
    LoginTaken: lambda error: problem_response(
        "login_taken", message("another account has the login {error}", error=error), hint=message("choose another")
    ),
    WrongPassword: lambda _: problem_response(
        "wrong_password",
        message("the account has a login, and current_password is missing or wrong"),
        hint=message("give the password of your login as current_password"),
    ),
    WrongLogin: lambda _: problem_response(
        "wrong_login",
        message("no account has this login and password"),
        hint=message("check both; the password is case-sensitive"),
    ),
    AlreadySignedIn: lambda _: problem_response(
        "already_signed_in",
        message("this browser has a session, and a new account would replace it"),
        hint=message("continue with the session, or end it with DELETE /v1/session first"),
    ),
    WrongPasskey: lambda _: problem_response(
        "wrong_passkey",
        message("the answer of the device fits no passkey, or no challenge of the last five minutes"),
        hint=message("ask for new options and try again, or sign in in another way"),
    ),
    PasskeyKnown: lambda _: problem_response(
        "passkey_known",
        message("this passkey is stored already"),
        hint=message("sign in with it, or use another device"),
    ),
    TooManyPasskeys: lambda _: problem_response(
        "too_many_passkeys",
        message("an account has at most {limit} passkeys", limit=PASSKEYS_LIMIT),
        hint=message("remove one that you do not use"),
    ),
    NoSuchPasskey: lambda error: problem_response("not_found", message("you have no passkey {error}", error=error)),
    PasskeysAway: lambda _: problem_response(
        "unavailable",
        message("challenges cannot be kept now"),
        hint=message("try again later, or sign in with your password"),
        headers={"Retry-After": "5"},
    ),
    TooManyAttempts: lambda error: too_many_attempts(error).response(),
    HouseStays: lambda _: problem_response("house_stays", message("this is a house bot")),
    WrongClaimCode: lambda _: problem_response(
        "wrong_claim_code",
        message("no guest has this claim code, or the account was claimed"),
        hint=message("check the code; the staff of the tournament can give you a new one"),
    ),
    NotAGuest: lambda error: problem_response(
        "not_a_guest",
        message(
            "{error} has an account of their own: a guest who has claimed the account, or another player", error=error
        ),
        hint=message("the player signs in and acts with a token of their own; claiming ended the tokens of staff"),
    ),
    TooManyGuests: lambda _: problem_response(
        "too_many_guests",
        message(
            "a tournament has at most {most_guests} guests who have not claimed their accounts", most_guests=MOST_GUESTS
        ),
        hint=message("enter fewer guests, or let guests claim their accounts first"),
    ),
    GuestsNotPossible: lambda _: problem_response(
        "sign_up_closed", message("only the operator of this server creates accounts, also those of guests")
    ),
    NotYours: lambda error: problem_response(
        "missing_scope",
        message("your token does not have {args}", args=", ".join(error.args[0])),
        facts={"scope": error.args[0][0]},
    ),
    TooUnreliable: lambda error: problem_response(
        "too_unreliable",
        message(
            "the table requires a reliability of {least}, and yours is {score}", least=error.least, score=error.score
        ),
        hint=message("play other tables in time and to the end; your last turns and hands count"),
        facts={"score": error.score, "least": error.least},
    ),
}
