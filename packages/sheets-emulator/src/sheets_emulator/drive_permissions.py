"""Who may do what with a file, in Drive's words: a Permission is a grant."""

from dataclasses import replace

from sheets_emulator.access import ROLES, permission_id
from sheets_emulator.addresses import read_address
from sheets_emulator.errors import ApiError
from sheets_emulator.model import Document, Grant, JsonObject


def permission_resource(grant: Grant) -> JsonObject:
    """Return a grant as Drive's Permission."""
    found: JsonObject = {
        "kind": "drive#permission",
        "id": grant.permission_id,
        "type": grant.kind,
        "role": grant.role,
    }
    if grant.kind in ("user", "group"):
        found |= {
            "displayName": grant.address.partition("@")[0],
            "emailAddress": grant.address,
            "deleted": False,
            "pendingOwner": grant.pending_owner,
        }
    else:
        found["allowFileDiscovery"] = grant.discoverable
    if grant.kind == "domain":
        found["domain"] = grant.address
    return found


def grant_of(document: Document, wanted: str) -> Grant:
    """Return the grant with this id; 404 if there is none."""
    for grant in document.grants:
        if grant.permission_id == wanted:
            return grant
    raise ApiError(404, f"Permission not found: {wanted}.", location="permissionId")


def new_grant(body: JsonObject) -> Grant:
    """Read a grant from a Permission; 400 if it is none."""
    kind, role = body.get("type", ""), body.get("role", "")
    if kind not in ("user", "group", "domain", "anyone"):
        raise ApiError(400, "The permission type field is required.", reason="required")
    check_role(role)
    discoverable = bool(body.get("allowFileDiscovery"))
    if kind == "anyone":
        name = "anyone" if discoverable else "anyoneWithLink"
        return Grant(name, kind, role, discoverable=discoverable)
    if kind == "domain":
        domain = body.get("domain", "")
        if not isinstance(domain, str) or "." not in domain:
            raise ApiError(
                400, "The specified domain is invalid or not applicable.", reason="invalid"
            )
        return Grant(permission_id(domain), kind, role, domain, discoverable)
    given = body.get("emailAddress")
    address = read_address(given) if isinstance(given, str) else None
    if address is None:
        raise ApiError(
            400,
            "The specified emailAddress is invalid or not applicable for the given permission "
            "type.",
            reason="invalidSharingRequest",
        )
    return Grant(permission_id(address), kind, role, address)


def unknown_address(address: str) -> ApiError:
    """400: nobody has this address, and so somebody must be told of the invitation by mail."""
    return ApiError(
        400,
        f'Bad Request. User message: "You are trying to invite {address}. Since there is no Google '
        'account associated with this email address, you must check the "Notify people" box to '
        'invite this recipient."',
        reason="invalidSharingRequest",
    )


def granted(present: list[Grant], grant: Grant) -> list[Grant]:
    """Return the grants with a new one; who has one already gets another role and no more."""
    if all(one.permission_id != grant.permission_id for one in present):
        others = [one for one in present if grant.kind != "anyone" or one.kind != "anyone"]
        return [*others, grant]
    return [
        replace(one, role=grant.role)
        if one.permission_id == grant.permission_id and one.role != "owner"
        else one
        for one in present
    ]


def shared_along(present: list[Grant], before: list[Grant], after: list[Grant]) -> list[Grant]:
    """Return the grants of a file whose folder was shared in one way and now is in another."""
    gone = {one.permission_id for one in before} - {one.permission_id for one in after}
    found = [one for one in present if one.role == "owner" or one.permission_id not in gone]
    for grant in after:
        if grant not in before:
            role = "writer" if grant.role == "owner" else grant.role
            found = granted(found, replace(grant, role=role, pending_owner=False))
    return found


def check_role(role: str) -> None:
    """Raise Google's refusal of a role that there is not."""
    if role not in ROLES:
        raise ApiError(400, "The specified role is invalid or not supported.", reason="invalid")
