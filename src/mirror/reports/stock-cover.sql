-- title: Stock cover and reorder list
-- about: How long the stock lasts at the pace of the period. Units to order are those that are missing for the days to cover.
-- param days = 30: days that the stock should last
WITH lines AS (
  -- An order does not name the variant of a product that has one only.
  SELECT l.productId, l.quantity, coalesce(nullif(l.variantId, ''),
    (SELECT min(v.id) FROM variants v WHERE v.productId = l.productId HAVING count(*) = 1)) AS variantId
  FROM order_lines l WHERE l.status NOT IN ('CANCELED', 'REJECTED') AND l.createdDate >= :from AND l.createdDate < :to
), paced AS (
  SELECT v.name, v.choices, v.sku, v.stock, sum(l.quantity) AS units,
    sum(l.quantity) / max(julianday(:to) - julianday(:from), 1) AS pace,
    round(v.stock * max(julianday(:to) - julianday(:from), 1) / sum(l.quantity), 6) AS cover
  FROM variants_full v JOIN lines l ON l.productId = v.productId AND l.variantId = v.id
  WHERE v.tracked GROUP BY v.productId, v.id
)
SELECT name AS product, choices, sku, stock, units AS sold, CAST(cover AS INTEGER) AS days_left,
  max(0, CAST(ceil(round(:days * pace, 6)) AS INTEGER) - stock) AS to_order
FROM paced WHERE cover < :days ORDER BY cover, product, choices
