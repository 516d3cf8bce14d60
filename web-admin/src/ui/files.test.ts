import { describe, expect, it } from "vitest";
import {
  acceptOf,
  faultOf,
  isUploaded,
  KINDS,
  kindOf,
  LOGO,
  nameOf,
  readable,
  remember,
} from "./files";

describe("files", () => {
  it("are known by the end of their name", () => {
    expect(kindOf("Zoé.JPEG")).toBe("IMAGE");
    expect(kindOf("/api/files/0a.vtt")).toBe("CAPTIONS");
    expect(kindOf("logo.svg")).toBeUndefined();
    expect(kindOf("pdf")).toBeUndefined();
  });

  it("are refused before they are sent", () => {
    const megabyte = 1024 * 1024;
    expect(faultOf({ name: "a.png", size: 10 * megabyte }, [KINDS.IMAGE])).toBeUndefined();
    expect(faultOf({ name: "a.png", size: 10 * megabyte + 1 }, [KINDS.IMAGE])).toEqual({
      code: "file_too_large",
      max: 10,
    });
    expect(faultOf({ name: "a.pdf", size: 1 }, [KINDS.IMAGE])).toEqual({
      code: "file_type_refused",
    });
    expect(faultOf({ name: "a.gif", size: 1 }, [LOGO])).toEqual({ code: "file_type_refused" });
    expect(acceptOf([KINDS.PDF, KINDS.CAPTIONS])).toBe(".pdf,.vtt");
  });

  it("are read by the link that came with them", () => {
    expect(readable("/api/files/a.png")).toBe("/api/files/a.png");
    remember("/api/files/a.png", "/api/files/a.png?by=1", "Zoé.png");
    remember("/api/files/a.png", "/api/files/a.png?by=2");
    expect(readable("/api/files/a.png")).toBe("/api/files/a.png?by=2");
    expect(nameOf("/api/files/a.png")).toBe("Zoé.png");
    expect(isUploaded("/assets/a.png")).toBe(false);
  });
});
