/** The sandbox's GraphQL schema: read access to the catalog, with the field names of the REST calls. */
export const schemaText = `
"Any JSON, such as a platform filter."
scalar JSON

type Query {
  "Products, at most 100 per page."
  products(limit: Int = 50, offset: Int = 0, filter: JSON, sort: [Sorting!]): Products!
  "One product, by id or by slug."
  product(id: ID, slug: String): Product
  "Collections, at most 100 per page."
  collections(limit: Int = 50, offset: Int = 0, filter: JSON, sort: [Sorting!]): Collections!
  "One collection, by id or by slug."
  collection(id: ID, slug: String): Collection
}

input Sorting {
  fieldName: String!
  order: SortOrder = ASC
}

enum SortOrder { ASC DESC }

type Products {
  items: [Product!]!
  total: Int!
}

type Collections {
  items: [Collection!]!
  total: Int!
}

type Product {
  id: ID!
  name: String!
  slug: String!
  visible: Boolean!
  productType: String
  description: String
  brand: String
  ribbon: String
  sku: String
  weight: Float
  priceData: Price
  convertedPriceData: Price
  priceRange: Range
  discount: Discount
  stock: Stock
  media: Media
  manageVariants: Boolean
  productOptions: [Option!]
  variants: [Variant!]
  collectionIds: [ID!]
  numericId: String
  inventoryItemId: ID
  lastUpdated: String
  createdDate: String
}

type Collection {
  id: ID!
  name: String!
  slug: String!
  visible: Boolean!
  description: String
  numberOfProducts: Int
  media: Media
  lastUpdated: String
  "Its products, at most 100 per page."
  products(limit: Int = 50, offset: Int = 0): Products!
}

type Price {
  currency: String
  price: Float
  discountedPrice: Float
  formatted: FormattedPrice
}

type FormattedPrice {
  price: String
  discountedPrice: String
}

type Range {
  minValue: Float
  maxValue: Float
}

type Discount {
  type: String
  value: Float
}

type Stock {
  trackInventory: Boolean
  inStock: Boolean
  quantity: Int
  inventoryStatus: String
}

type Media {
  mainMedia: MediaItem
  items: [MediaItem!]
}

type MediaItem {
  id: ID
  title: String
  mediaType: String
  image: File
  video: JSON
}

type File {
  url: String
  width: Int
  height: Int
  format: String
}

type Option {
  name: String
  optionType: String
  choices: [Choice!]
}

type Choice {
  value: String
  description: String
  inStock: Boolean
  visible: Boolean
}

type Variant {
  id: ID
  choices: JSON
  variant: VariantData
  stock: VariantStock
}

type VariantData {
  priceData: Price
  weight: Float
  sku: String
  visible: Boolean
}

type VariantStock {
  trackQuantity: Boolean
  quantity: Int
  inStock: Boolean
}
`;
