import type { Context } from "../context/context.ts";
import { sanitize, sanitizeLine } from "../kernel/text.ts";
import type { Prompted, SelectQuestion, TextQuestion } from "../ui/screens/prompt.tsx";

type Asked<Question> = Omit<Question, "signal">;

/** How questions are asked: on a screen, or in single lines on a terminal that cannot draw. */
export interface Asker {
  text(question: Asked<TextQuestion>, signal?: AbortSignal): Promise<Prompted<string>>;
  /** Asks for a secret, which is not shown. */
  secret(question: Asked<TextQuestion>, signal?: AbortSignal): Promise<Prompted<string>>;
  select<T>(question: Asked<SelectQuestion<T>>): Promise<Prompted<T>>;
  /** Asks a question that is answered with yes or no. */
  yes(question: string): Promise<Prompted<boolean>>;
}

/** Returns how to ask questions; undefined without a terminal. */
export function askerOf({ streams, signal: whole }: Pick<Context, "streams" | "signal">): Asker | undefined {
  const { terminal } = streams;
  if (terminal === undefined) return streams.asksPlainly ? plainAsker(streams, whole) : undefined;
  const prompt = () => import("../ui/screens/prompt.tsx");
  return {
    text: async (question, signal = whole) =>
      await (await prompt()).askText(terminal, { ...question, signal }),
    secret: async (question, signal = whole) =>
      await (await prompt()).askSecret(terminal, { ...question, signal }),
    select: async (question) => await (await prompt()).askSelect(terminal, { ...question, signal: whole }),
    async yes(question) {
      const { askConfirmation } = await import("../ui/screens/confirm.tsx");
      const answer = await askConfirmation(terminal, { question, target: undefined, signal: whole });
      return answer === "interrupted" ? answer : { answer: answer === "yes" };
    },
  };
}

/** Returns how to ask in single lines. An empty line is the suggested text, or no answer; the end of input cancels. */
function plainAsker(streams: Context["streams"], whole: AbortSignal): Asker {
  const say = async (text: string) => await streams.stderr.write(`${sanitize(text)}\n`);
  const ask = async (
    { question, initial = "", placeholder = "", check }: Asked<TextQuestion>,
    { signal, secret = false }: { signal: AbortSignal; secret?: boolean },
  ): Promise<Prompted<string>> => {
    const { askHidden, askLine } = await import("../output/ask-line.ts");
    const hint =
      initial === "" ? (placeholder === "" ? "" : ` (for example ${placeholder})`) : ` [${initial}]`;
    for (;;) {
      const typed = await (secret ? askHidden : askLine)(streams, sanitizeLine(`${question}${hint}`), signal);
      if (typed === null) return "interrupted";
      if (typed === undefined) return "canceled";
      const answer = typed === "" ? initial : typed;
      const problem = check?.(answer);
      if (problem === undefined) return { answer };
      await say(problem);
    }
  };
  return {
    text: (question, signal = whole) => ask(question, { signal }),
    secret: (question, signal = whole) => ask(question, { signal, secret: true }),
    async select({ question, choices }) {
      await say([question, ...choices.map(({ label }, index) => `${index + 1}  ${label}`)].join("\n"));
      const find = (text: string) =>
        choices.find(({ label }, index) => text.trim() === label || Number(text) === index + 1);
      const check = (text: string) => (find(text) ? undefined : `Type a number from 1 to ${choices.length}.`);
      const asked = await ask({ question: `1 to ${choices.length}:`, check }, { signal: whole });
      const chosen = typeof asked === "string" ? undefined : find(asked.answer);
      return chosen === undefined ? "canceled" : { answer: chosen.value };
    },
    async yes(question) {
      const asked = await ask({ question: `${question} y/N` }, { signal: whole });
      return typeof asked === "string" ? asked : { answer: /^y(es)?$/i.test(asked.answer.trim()) };
    },
  };
}
