import { join } from "node:path";
import { alternate, type Figure, rate } from "./figures.ts";
import { baselines, run, type Served, till } from "./programs.ts";

/** Measures bulk updates of all products of a served sandbox against a loop with the same calls, eight at a time. */
export async function updates(
  folder: string,
  served: Served,
  products: number,
  quick: boolean,
): Promise<Figure[]> {
  const env = { ...served.env, TILL_HOME: join(folder, "updates") };
  const update = async (change: string) => {
    const line = [
      "products",
      "update",
      "--filter",
      "price > 0",
      "--set",
      change,
      "--yes",
      "--quiet",
      "--concurrency",
      "8",
    ];
    return (await run([till, ...line], env)).ms;
  };
  const loop = async (kind: string, value: string) => (await run([baselines.update, kind, value], env)).ms;
  const rounds = quick ? 1 : 3;
  const shared = await alternate(rounds, {
    till: (round) => update(`brand=Till ${round}`),
    loop: (round) => loop("shared", `Loop ${round}`),
  });
  const distinct = await alternate(rounds, {
    till: () => update("price=+0.03"),
    loop: () => loop("distinct", "3"),
  });
  const many = products.toLocaleString("en-US");
  return [
    rate(
      `update of ${many} products, one target`,
      shared.till,
      { name: "undici loop", ms: shared.loop },
      0.45,
    ),
    rate(
      `update of ${many} products, one target each`,
      distinct.till,
      { name: "undici loop", ms: distinct.loop },
      0.7,
    ),
  ];
}
