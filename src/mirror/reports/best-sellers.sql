-- title: Best sellers
-- about: The products that sold most, by revenue, refunded units included.
-- bar: total
-- param limit = 20: products to show
SELECT coalesce(max(p.name), max(l.name)) AS product, sum(iif(l.createdDate >= :from, l.quantity, 0)) AS units,
  sum(iif(l.createdDate < :from, l.quantity, 0)) AS units_before,
  money(sum(iif(l.createdDate >= :from, l.total_minor, 0)), l.currency) AS total,
  money(sum(iif(l.createdDate < :from, l.total_minor, 0)), l.currency) AS before,
  change(sum(iif(l.createdDate >= :from, l.total_minor, 0)), sum(iif(l.createdDate < :from, l.total_minor, 0))) AS change,
  l.currency
FROM order_lines l LEFT JOIN products p ON p.id = l.productId
WHERE l.status NOT IN ('CANCELED', 'REJECTED') AND l.createdDate >= :before AND l.createdDate < :to
GROUP BY coalesce(l.productId, l.name), l.currency HAVING units > 0
ORDER BY sum(iif(l.createdDate >= :from, l.total_minor, 0)) DESC, product LIMIT :limit
