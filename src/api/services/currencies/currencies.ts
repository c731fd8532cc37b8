import { endpoint, service } from "../../endpoint.ts";
import { date, list, num, obj, text } from "../../models/fields.ts";

const code = () => text({ format: "CURRENCY" });
/** `value` has the digits without a decimal point, `decimalPlaces` its position: 1234 and 2 are 12.34. */
const Digits = obj({ value: text(), decimalPlaces: num({ whole: true, min: 0, max: 30 }) });

/** Currencies and exchange rates. */
export const currencies = service("currencies", {
  list: endpoint("GET /currency_converter/v1/currencies", {
    input: obj({}),
    result: obj({ currencies: list(obj({ code: code(), symbol: text({ maxLength: 10 }) })) }),
    summary: "List currencies",
  }),
  convert: endpoint("POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}", {
    input: obj({ amounts: list(Digits, { minSize: 1, maxSize: 100 }), from: code(), to: code() }),
    result: obj({ amounts: list(Digits), rateTimestamp: date() }),
    required: ["amounts", "from", "to"],
    role: "visitor",
    effect: "read",
    summary: "Convert amounts from one currency to another",
  }),
  rate: endpoint("GET /currency_converter/v1/currencies/rate/{from}/convert/{to}", {
    input: obj({ from: code(), to: code() }),
    result: obj({ rate: Digits, rateTimestamp: date() }),
    summary: "Get the exchange rate of two currencies",
  }),
});
