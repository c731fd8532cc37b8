-- title: Worst sellers
-- about: Visible products that existed before the period and sold least in it.
-- param limit = 20: products to show
SELECT p.name AS product, p.handle, coalesce(s.units, 0) AS units, coalesce(s.units_before, 0) AS units_before, p.stock, p.price, p.currency
FROM products p LEFT JOIN (
  SELECT productId, sum(iif(createdDate >= :from, quantity, 0)) AS units, sum(iif(createdDate < :from, quantity, 0)) AS units_before
  FROM order_lines WHERE status NOT IN ('CANCELED', 'REJECTED') AND createdDate >= :before AND createdDate < :to GROUP BY productId
) s ON s.productId = p.id
WHERE p.visible AND (p.createdDate IS NULL OR p.createdDate < :from)
ORDER BY units, units_before, product LIMIT :limit
