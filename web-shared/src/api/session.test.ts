import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { student } from "../fixtures";
import { currentSession, renewSession, type Session, startSession, useSession } from "./session";

const session: Session = {
  accessToken: "a",
  refreshToken: "r",
  user: student,
};

test("a remembered session outlives the tab, another does not", () => {
  startSession(session, true);
  expect(localStorage.getItem("refreshToken")).toBe("r");
  startSession(session, false);
  expect(localStorage.getItem("refreshToken")).toBeNull();
  expect(sessionStorage.getItem("refreshToken")).toBe("r");
});

test("new tokens stay where the session lives", () => {
  startSession(session, false);
  renewSession({ accessToken: "a2", refreshToken: "r2" });
  expect(sessionStorage.getItem("accessToken")).toBe("a2");
  expect(localStorage.getItem("accessToken")).toBeNull();
  expect(currentSession()?.user.firstName).toBe("Jeanne");
});

test("screens follow the session, also when another tab ends it", () => {
  const { result } = renderHook(useSession);
  act(() => startSession(session, true));
  expect(result.current?.user.id).toBe(3);
  act(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
  });
  expect(result.current).toBeNull();
});

test("a duplicated tab follows the renewals and the end of its session", async () => {
  startSession(session, false);
  const other = new BroadcastChannel("session");
  other.postMessage({ from: "r", to: { ...session, accessToken: "a2", refreshToken: "r2" } });
  await expect.poll(() => currentSession()?.accessToken).toBe("a2");
  other.postMessage({ from: "someone else’s", to: null });
  other.postMessage({ from: "r2", to: null });
  await expect.poll(() => currentSession()).toBeNull();
  other.close();
});

test("a damaged storage is no session", () => {
  startSession(session, true);
  localStorage.setItem("user", "{");
  expect(currentSession()).toBeNull();
});
