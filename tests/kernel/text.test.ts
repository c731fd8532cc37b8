import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  displayWidth,
  escapeMarkup,
  fit as fitText,
  inSentence,
  labelOf,
  nearest,
  padEnd,
  padStart,
  redact,
  redactHeaders,
  sanitize,
  sanitizeLine,
  wrap,
} from "../../src/kernel/text.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", " ", "漢", "é", "e\u0301", "👩‍👩‍👧", "🇩🇪", "\u200b"),
    fc.string({ unit: "grapheme", maxLength: 1 }),
  ),
  maxLength: 30,
});

describe("width", () => {
  it.each([
    ["abc", 3],
    ["漢字", 4],
    ["e\u0301", 1],
    ["👩‍👩‍👧", 2],
    ["", 0],
  ])("%s takes %i columns", (text, width) => expect(displayWidth(text)).toBe(width));

  it("fit truncates by columns, between graphemes", () => {
    expect(fitText("T-shirt", 7)).toBe("T-shirt");
    expect(fitText("T-shirt", 4)).toBe("T-s…");
    expect(fitText("漢字漢字", 4)).toBe("漢…");
    expect(fitText("👩‍👩‍👧👩‍👩‍👧", 3)).toBe("👩‍👩‍👧…");
    expect(fitText("abc", 1)).toBe("…");
    expect(fitText("abc", 0)).toBe("");
  });

  it("fit never exceeds the width and never lengthens", () => {
    fc.assert(
      fc.property(anyText.map(sanitizeLine), fc.nat(20), (text, width) => {
        const fitted = fitText(text, width);
        expect(displayWidth(fitted)).toBeLessThanOrEqual(Math.max(width, 0));
        if (displayWidth(text) <= width) expect(fitted).toBe(text);
        else expect(text.startsWith(fitted.slice(0, -1))).toBe(true);
      }),
    );
  });

  it("pads by columns", () => {
    expect(padEnd("漢", 4)).toBe("漢  ");
    expect(padStart("5", 3)).toBe("  5");
    expect(padEnd("long", 2)).toBe("long");
  });
});

it("escapes text for the content of elements and for attributes", () => {
  expect(escapeMarkup(`<a b="c" d='e'>&amp;`)).toBe("&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;");
});

describe("sanitize", () => {
  it("makes control characters visible", () => {
    expect(sanitize("\x1b[31mred\x1b[0m")).toBe("␛[31mred␛[0m");
    expect(sanitize("\x1b]52;c;aGk=\x07")).toBe("␛]52;c;aGk=␇");
    expect(sanitize("\x9b31m \x7f \r\n")).toBe("\\u{9b}31m ␡ ␍\n");
    expect(sanitize("a\u202eb\u2066c\u061c\u200f\u2028\u2029")).toBe(
      "a\\u{202e}b\\u{2066}c\\u{61c}\\u{200f}\\u{2028}\\u{2029}",
    );
    expect(sanitize("line\n\tnext")).toBe("line\n\tnext");
    expect(sanitizeLine("line\n\tnext")).toBe("line␊␉next");
  });

  it("does not change ordinary text of any script", () => {
    const text = "Größe 漢字 عربي עברית 👩‍👩‍👧 – “quoted” \u00a0";
    expect(sanitize(text)).toBe(text);
  });

  it("removes every control character from any text, and is idempotent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          const safe = sanitizeLine(text);
          expect(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u.test(safe)).toBe(false);
          expect(sanitize(sanitize(text))).toBe(sanitize(text));
          expect(sanitizeLine(sanitize(text))).toBe(safe);
        },
      ),
    );
  });
});

describe("redact", () => {
  const secret = "s3cr3t-Value";
  it.each([
    `{"access_token":"${secret}","expires_in":14400}`,
    `{"refreshToken": "${secret}"}`,
    `{"accessToken":{"value":"${secret}","expiresAt":1}}`,
    `{"body":"{\\"code\\":\\"${secret}\\",\\"codeVerifier\\":\\"${secret}\\"}"}`,
    `{"newPassword":"${secret}"}`,
    `newPassword=${secret}&next=1`,
    `{"password":"a\\"${secret}"}`,
    `{"body":"{\\"password\\":\\"a\\\\\\"${secret}\\"}"}`,
    `{"sessionToken":"${secret}`,
    `{"stateToken":"${secret}","client_secret":"${secret}","apiKey":"${secret}"}`,
    `https://x.test/cb?code=${secret}&state=1`,
    `https://x.test/login?redirect=https%3A%2F%2Fx.test%3Fcode%3D${secret}%26b%3D1`,
    `grant_type=refresh_token&refresh_token=${secret}`,
    `TILL_API_KEY=${secret} till products list`,
    `till login --api-key ${secret} --site 1`,
    `--password=${secret}`,
    `password=a%26${secret}&next=1`,
    `password=a(b);'${secret}`,
    `authorization: ${secret} ${secret}\nhost: x`,
    `{"Authorization":"${secret}"}`,
    `Cookie: session=${secret}`,
    `sent Bearer ${secret} to x`,
    `token IST.${secret} and OauthNG.JWS.${secret}`,
    `eyJhbGciOiJIUzI1NiJ9.${secret}.${secret}`,
  ])("hides the secret of %s", (text) => {
    const clean = redact(text);
    expect(clean).not.toContain(secret);
    expect(clean).toContain("[redacted]");
    expect(redact(clean)).not.toContain(secret);
  });

  it("keeps text that is not secret", () => {
    expect(redact('{"access_token":"x","expires_in":14400}')).toBe(
      '{"access_token":"[redacted]","expires_in":14400}',
    );
    expect(redact(`https://x.test/cb?code=abc&state=1`)).toBe("https://x.test/cb?code=[redacted]&state=1");
    expect(redact('{"password":12345678}')).toBe('{"password":"[redacted]"}');
    for (const plain of [
      '{"applicationError":{"code":"OUT_OF_STOCK"}}',
      '{"details":{"code":"-19995"}}',
      '{"status":404,"code":404}',
      "The password is too short",
      "errorCode=5",
      "Sign in again: till login --api-key --profile shop",
      "no tokens here, just products/query",
    ]) {
      expect(redact(plain)).toBe(plain);
    }
  });

  it.each("token id_token state-token apiKey api_key client_secret codeVerifier newPassword code".split(" "))(
    "removes the parameter %s from an address, also if that is encoded",
    (name) => {
      expect(redact(`/cb?${name}=s3cret&state=1`)).toBe(`/cb?${name}=[redacted]&state=1`);
      expect(redact(`/go?to=%3F${name}%3Ds3cret%26state`)).toBe(`/go?to=%3F${name}%3D[redacted]%26state`);
    },
  );

  it.each(["OauthNG.s3cret", "IST.s3cret", "JWS.s3cret", "eyJhbGci.s3cret"])(
    "removes the bare token %s",
    (token) => {
      expect(redact(`sent ${token}, and more`)).toBe("sent [redacted], and more");
    },
  );

  it("hides any string value, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        const inner = JSON.stringify({ clientId: "1", refreshToken: value, after: true });
        expect(JSON.parse(redact(inner))).toEqual({ clientId: "1", refreshToken: "[redacted]", after: true });
        expect(JSON.parse(JSON.parse(redact(JSON.stringify({ body: inner }))).body).refreshToken).toBe(
          "[redacted]",
        );
      }),
    );
  });

  it("keeps the names of headers", () => {
    expect(
      redactHeaders({
        authorization: "x",
        Cookie: "y",
        "x-api-key": "z",
        "wix-site-id": "1",
        referer: "?code=abc",
      }),
    ).toEqual({
      authorization: "[redacted]",
      Cookie: "[redacted]",
      "x-api-key": "[redacted]",
      "wix-site-id": "1",
      referer: "?code=[redacted]",
    });
  });
});

describe("nearest", () => {
  it.each([
    ["prise", "price"],
    ["PRICE", "price"],
    ["pirce", "price"],
    ["ribon", "ribbon"],
    ["visable", "visible"],
    ["x", undefined],
    ["zebra", undefined],
  ])("%s -> %s", (word, meant) =>
    expect(nearest(word, ["name", "price", "ribbon", "visible", "brand"])).toBe(meant),
  );

  it("returns the closest candidate", () => expect(nearest("cots", ["coat", "cost", "cuts"])).toBe("cost"));
});

it("wrap breaks between words if possible, and never loses text or exceeds the width", () => {
  expect(wrap("a long sentence of words", 10)).toEqual(["a long", "sentence", "of words"]);
  expect(wrap("unbreakable", 4)).toEqual(["unbr", "eaka", "ble"]);
  expect(wrap("漢字漢字", 5)).toEqual(["漢字", "漢字"]);
  expect(wrap("one\n\ntwo", 10)).toEqual(["one", "", "two"]);
});

describe("headings", () => {
  it.each([
    ["Ticket orders", "ticket orders"],
    ["RSVPs", "RSVPs"],
    ["", ""],
  ])("%j inside a sentence", (heading, text) => {
    expect(inSentence(heading)).toBe(text);
  });

  it.each([
    ["CHECKED IN", "Checked in"],
    ["SKU", "SKU"],
  ])("%j as a label", (heading, text) => {
    expect(labelOf(heading)).toBe(text);
  });
});
