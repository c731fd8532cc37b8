import { expect, test } from "vitest";
import { maskPersonalData } from "../../src/api/personal-data.ts";

const mask = (kind: "email" | "text") => `<${kind}>`;

test("masks persons, addresses and email addresses, and keeps the rest", () => {
  const order = {
    id: "af0f329a-cb5e-4b4d-804b-42886c4ff717",
    number: "10014",
    buyerInfo: { email: "Ada@Example.com", memberId: "af0f329a-cb5e-4b4d-804b-42886c4ff717" },
    buyerNote: "Ring twice, ada@example.com",
    billingInfo: {
      address: {
        country: "PT",
        subdivision: "PT-11",
        city: "Lisboa",
        postalCode: "1100-148",
        streetAddress: { name: "Rua Augusta", number: "12a" },
      },
      contactDetails: {
        firstName: "Ada",
        lastName: "Kowal",
        phone: "+351 1234",
        vatId: { id: "PT 99", type: "CPF" },
      },
    },
    lineItems: [{ productName: { original: "Mug" }, price: { amount: "24.00" } }],
    status: "APPROVED",
    createdDate: "2026-11-22T11:51:00.412Z",
    messages: ["Sent to <bo@example.co.uk>"],
  };
  expect(maskPersonalData(order, mask)).toEqual({
    ...order,
    buyerInfo: { ...order.buyerInfo, email: "<email>" },
    buyerNote: "<text>",
    billingInfo: {
      address: {
        country: "PT",
        subdivision: "PT-11",
        city: "<text>",
        postalCode: "<text>",
        streetAddress: { name: "<text>", number: "<text>" },
      },
      contactDetails: {
        firstName: "<text>",
        lastName: "<text>",
        phone: "<text>",
        vatId: { id: "<text>", type: "CPF" },
      },
    },
    messages: ["Sent to <<email>>"],
  });
});

test("masks names of guests and buyers of tickets", () => {
  expect(
    maskPersonalData({ orderFullName: "Ada Kowal", guestFullName: "Ada Kowal", name: "Standard" }, mask),
  ).toEqual({
    orderFullName: "<text>",
    guestFullName: "<text>",
    name: "Standard",
  });
});

test("masks a new text field of a person", () => {
  expect(maskPersonalData({ guest: { favoriteColor: "dark green" } }, mask)).toEqual({
    guest: { favoriteColor: "<text>" },
  });
  expect(maskPersonalData({ product: { favoriteColor: "dark green" } }, mask)).toEqual({
    product: { favoriteColor: "dark green" },
  });
});

test("masks the parts of an address that look like a code or a number", () => {
  const address = {
    country: "DE",
    subdivision: "DE-HH",
    city: "HAMBURG",
    postalCode: "20459",
    addressLine: "DEICHSTR",
    formattedAddress: "HAMBURG",
  };
  const company = "IBM";
  expect(maskPersonalData({ recipientInfo: { address, contactDetails: { company } } }, mask)).toEqual({
    recipientInfo: {
      address: {
        country: "DE",
        subdivision: "DE-HH",
        city: "<text>",
        postalCode: "<text>",
        addressLine: "<text>",
        formattedAddress: "<text>",
      },
      contactDetails: { company: "<text>" },
    },
  });
  expect(maskPersonalData({ brand: { company, city: "HAMBURG" } }, mask)).toEqual({
    brand: { company, city: "HAMBURG" },
  });
});
