import { expect, test } from "vitest";
import { tlsOf } from "../../src/kernel/postgres-tls.ts";

test.each([
  ["postgres://till:a@db.example/shop", "remote", "verify-full"],
  ["postgres://till:a@10.0.0.1:5433/shop", "remote", "verify-full"],
  ["postgres://till@localhost.example/shop", "remote", "verify-full"],
  ["postgres://till@127.0.0.1,db.example/shop", "remote", "verify-full"],
  ["postgres://localhost@db.example/shop", "remote", "verify-full"],
  ["postgres://till@localhost/shop?host=db.example", "remote", "verify-full"],
  ["postgres://till@localhost/shop", "loopback", "disable"],
  ["postgres://till@127.0.0.1:5433/shop", "loopback", "disable"],
  ["postgres://till@[::1]/shop", "loopback", "disable"],
  ["postgres:///shop", "loopback", "disable"],
  ["postgres:///shop?host=/run/postgresql", "socket", "disable"],
  ["postgres://till@%2Frun%2Fpostgresql/shop", "socket", "disable"],
])("%s is %s, and its default is %s", (url, place, mode) => {
  expect(tlsOf(url)).toMatchObject({ place, mode });
});

test("the address names the mode before the environment does, and keeps its other parameters", () => {
  const url =
    "postgres://till@db/shop?application_name=a%20b&sslmode=require&sslnegotiation=direct&options=-c%20x";
  expect(tlsOf(url, { PGSSLMODE: "disable" })).toMatchObject({
    mode: "require",
    url: "postgres://till@db/shop?application_name=a%20b&options=-c%20x",
  });
  expect(tlsOf("postgres://till@db/shop", { PGSSLMODE: "require" })).toMatchObject({ mode: "require" });
  expect(tlsOf("postgres:///shop", { PGHOST: "db.example" })).toMatchObject({ place: "remote" });
  expect(() => tlsOf("postgres://db/shop?sslmode=verify-full&sslrootcert=/missing/ca.crt")).toThrow(
    "Cannot read sslrootcert of the database, /missing/ca.crt: ENOENT.",
  );
});
