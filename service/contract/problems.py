"""Problems in the contract: their codes, and the responses that are problem documents."""

from service.platform.documents import Json
from service.platform.http.problems import CONTENT_TYPE, PROBLEMS

REQUEST_ID = "req_01M7ZBDP89QN5ZFWN99F5H7N4Q"
"""The request id in examples that do not have another one."""
SERVER = "https://cards.example.org"
"""The address of the server in examples."""


def problem_content(written: Json, status: int) -> Json:
    """Returns the content of a response with a problem document.

    Args:
        written: the text of the response: its `codes`, its `examples`, and the members that it `requires`.
        status: the HTTP status, which must be that of all codes.

    Raises:
        ValueError: a code does not exist or has another status.
    """
    codes = with_guest_token(written["codes"])
    wrong = [code for code in codes if code not in PROBLEMS or PROBLEMS[code].status != status]
    if wrong:
        raise ValueError(f"these are not problems with status {status}: {', '.join(wrong)}")
    schema: Json = {"$ref": "#/components/schemas/Problem"}
    if "requires" in written:
        schema["required"] = written["requires"]
    schema["properties"] = {"status": {"const": status}, "code": {"enum": codes}}
    examples = {name: problem_example(codes[0], example) for name, example in written["examples"].items()}
    return {CONTENT_TYPE: {"schema": schema, "examples": examples}}


def with_guest_token(codes: list[str]) -> list[str]:
    """Returns codes with that of tokens of guests, which have no other scope, where a scope can be missing."""
    return [code for each in codes for code in (each, *(["guest_token"] if each == "missing_scope" else []))]


def problem_example(usual: str, written: Json | str) -> Json:
    """Returns an example. One without a value is completed from its code. `usual` is the code if it names none."""
    if isinstance(written, str):
        return {"$ref": f"#/components/examples/{written}"}
    if "value" in written:
        return written
    members = {"code": usual, **written}
    summary = members.pop("summary")
    return {"summary": summary, "value": problem_document(members)}


def problem_document(members: Json) -> Json:
    """Returns a problem document. `members` has the code, the detail, and members that vary."""
    code = members["code"]
    kind = PROBLEMS[code]
    determined = {"type": f"{SERVER}/problems/{code}", "title": kind.title, "status": kind.status, "code": code}
    return {**determined, "request_id": REQUEST_ID, **members}
