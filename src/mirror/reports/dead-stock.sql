-- title: Dead stock
-- about: Products in stock that nobody ordered in the period, by what they are worth: their cost if it is known, else their price.
-- bar: value
-- param limit = 50: products to show
SELECT p.name AS product, p.handle, p.stock, money(p.worth, p.currency) AS value,
  substr((SELECT max(l.createdDate_local) FROM order_lines l WHERE l.productId = p.id AND l.status NOT IN ('CANCELED', 'REJECTED')), 1, 10) AS last_ordered,
  p.currency
FROM (
  -- Variants have prices of their own, if the stock is theirs.
  SELECT *, coalesce((SELECT sum(v.stock * coalesce(v.cost_minor, v.price_minor)) FROM variants v WHERE v.productId = products.id
    HAVING sum(v.stock) = products.stock), stock * coalesce(cost_minor, price_minor)) AS worth
  FROM products
) p
WHERE p.stock > 0 AND p.createdDate < :from AND p.id NOT IN (
  SELECT productId FROM order_lines WHERE status NOT IN ('CANCELED', 'REJECTED') AND createdDate >= :from AND createdDate < :to AND productId IS NOT NULL
)
ORDER BY p.worth DESC, product LIMIT :limit
