import { products } from "./shop.js";

export async function loader() {
  return await products(process.env.WIX_CLIENT_ID);
}

export default function Home({ loaderData }) {
  return (
    <ul>
      {loaderData.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
