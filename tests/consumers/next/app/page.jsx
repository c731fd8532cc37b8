import { products } from "./shop.js";

export default async function Page() {
  return (
    <ul>
      {(await products(process.env.NEXT_PUBLIC_WIX_CLIENT_ID)).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
