"""What schemathesis is told about the school: how to reach rows that exist, and which calls would end the run.

Every exclusion has its reason beside it. Nothing is excluded because it fails.
"""

import os
import random

import schemathesis

ROLE = os.environ["ATTACK_ROLE"]
OWN_ID = os.environ.get("ATTACK_USER_ID", "")
TOKEN = os.environ.get("ATTACK_TOKEN", "")

chance = random.Random(7)

# These end the session that asks when they name its own account.
ENDS_THE_SESSION = {
    ("PUT", "/users/{id}"),
    ("DELETE", "/users/{id}"),
    ("PUT", "/users/{id}/reset-password"),
}

# Words that stand in addresses, beside whatever else is made up.
WORDS = {
    "slug": ["cgv", "mentions-legales", "confidentialite"],
    "language": ["fr", "it", "en", "zh", "italien"],
    "code": ["fr", "it"],
    "name": ["A1", "B2"],
    "category": ["AUTRES_DEMANDES", "EVENEMENTS_COMMUNAUTE"],
    "type": ["QCM", "TRUE_FALSE", "TEXT", "CLOZE", "AUDIO"],
    "email": ["student@preau.test", "editor@preau.test"],
}


@schemathesis.hook
def filter_case(context, case):
    call = (case.method.upper(), case.path)
    return not (call in ENDS_THE_SESSION and str((case.path_parameters or {}).get("id")) == OWN_ID)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Two of three times an address names something that exists in the demo school."""
    for name, value in (path_parameters or {}).items():
        if chance.random() < 0.33:
            continue
        if name in WORDS:
            path_parameters[name] = chance.choice(WORDS[name])
        elif isinstance(value, int) and not isinstance(value, bool):
            path_parameters[name] = chance.randint(1, 30)
    return path_parameters


@schemathesis.hook
def map_query(context, query):
    """So do ids in a query."""
    for name, value in (query or {}).items():
        if name.endswith("Id") and isinstance(value, int) and chance.random() < 0.66:
            query[name] = chance.randint(1, 30)
    return query


@schemathesis.hook
def before_call(context, case, kwargs):
    """Each request comes from another address, through a proxy that the server trusts: limits per address are for
    `server/tests/it`, here they would only hide what lies behind them."""
    case.headers = case.headers or {}
    case.headers["X-Forwarded-For"] = f"10.{chance.randint(0, 255)}.{chance.randint(0, 255)}.{chance.randint(1, 254)}"
    if TOKEN and "Authorization" not in case.headers:
        case.headers["Authorization"] = f"Bearer {TOKEN}"
