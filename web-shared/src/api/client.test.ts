// One refresh for all who wait, the user signed out only by a refusal, and errors as values.
import { beforeEach, expect, test, vi } from "vitest";
import { student as user } from "../fixtures";
import { api, unwrap } from "./client";
import { ApiError, NetworkError } from "./problem";
import { currentSession, endSession, startSession } from "./session";

type Answer = (request: Request) => Response | Promise<Response>;

let calls: string[] = [];

function serve(answer: Answer) {
  calls = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer(request);
  });
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const tokenOf = (request: Request) => request.headers.get("Authorization");
const refreshes = () => calls.filter((call) => call.endsWith("/auth/refresh")).length;

/** Accepts the token "new"; refreshes "old" once. */
const renewing: Answer = async (request) => {
  if (request.url.endsWith("/auth/refresh")) {
    const { refreshToken } = await request.json();
    return json({ accessToken: "new", refreshToken: `${refreshToken}+` });
  }
  return tokenOf(request) === "Bearer new"
    ? json({ ok: true })
    : json({ code: "session_expired", message: "", status: 401 }, 401);
};

beforeEach(() => {
  endSession();
  startSession({ accessToken: "old", refreshToken: "refresh", user }, true);
});

test("calls refused together share one refresh and are all sent again", async () => {
  serve(renewing);
  const answers = await Promise.all([1, 2, 3].map(() => unwrap(api.GET("/users/me", {}))));
  expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(refreshes()).toBe(1);
  expect(currentSession()).toMatchObject({ accessToken: "new", refreshToken: "refresh+", user });
});

test("a token that another tab has renewed is used without asking again", async () => {
  serve(async (request) => {
    if (tokenOf(request) === "Bearer old") localStorage.setItem("accessToken", "new");
    return renewing(request);
  });
  await unwrap(api.GET("/users/me", {}));
  expect(refreshes()).toBe(0);
});

test("the body of a call survives being sent twice", async () => {
  const bodies: unknown[] = [];
  serve(async (request) => {
    if (request.url.endsWith("/auth/login")) bodies.push(await request.clone().json());
    return renewing(request);
  });
  await unwrap(api.POST("/auth/login", { body: { email: "a@b.fr", password: "merci" } }));
  expect(bodies).toEqual([
    { email: "a@b.fr", password: "merci" },
    { email: "a@b.fr", password: "merci" },
  ]);
});

test("a refused refresh signs out, and the first answer stands", async () => {
  serve(() => json({ code: "session_expired", message: "", status: 401 }, 401));
  const failure = await unwrap(api.GET("/users/me", {})).catch((error) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure.code).toBe("session_expired");
  expect(currentSession()).toBeNull();
});

test("a server in trouble does not sign out", async () => {
  serve((request) =>
    request.url.endsWith("/auth/refresh")
      ? json({ code: "unavailable", message: "", status: 503 }, 503)
      : json({ code: "session_expired", message: "", status: 401 }, 401),
  );
  await expect(unwrap(api.GET("/users/me", {}))).rejects.toMatchObject({ status: 503 });
  expect(currentSession()).not.toBeNull();
});

test("a token given by the caller is neither replaced nor refreshed", async () => {
  serve((request) => json({ token: tokenOf(request) }, 401));
  const headers = { Authorization: "Bearer mine" };
  await expect(unwrap(api.GET("/users/me", { headers }))).rejects.toBeInstanceOf(ApiError);
  expect(calls).toEqual(["GET /api/users/me"]);
});

test("no answer is a network error, an unreadable one an unexpected answer", async () => {
  serve(() => {
    throw new TypeError("Failed to fetch");
  });
  await expect(unwrap(api.GET("/languages", {}))).rejects.toBeInstanceOf(NetworkError);

  serve(() => new Response("<html>Bad gateway</html>", { status: 502 }));
  await expect(unwrap(api.GET("/languages", {}))).rejects.toMatchObject({
    status: 502,
    code: "unexpected",
  });
});

test("the server hears which language the reader sees, for the mails it writes", async () => {
  const heard: (string | null)[] = [];
  serve((request) => {
    heard.push(request.headers.get("Accept-Language"));
    return json({ ok: true });
  });
  await unwrap(api.GET("/users/me", {}));
  expect(heard).toEqual(["fr"]);
});

test("that the school has begun to require a second factor is known from the first refusal on", async () => {
  serve(() => json({ code: "second_factor_missing", message: "", status: 403 }, 403));
  await expect(unwrap(api.GET("/courses", {}))).rejects.toMatchObject({ status: 403 });
  expect(currentSession()).toMatchObject({
    accessToken: "old",
    user: { ...user, secondFactorMissing: true },
  });
});
