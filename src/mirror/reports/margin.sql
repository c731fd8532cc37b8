-- title: Margin by product
-- about: Revenue without tax less cost, for products with a cost today, of orders in the currency of the cost. On catalog v1, costs need: till data sync --with costs
-- bar: margin
SELECT coalesce(max(p.name), max(l.name)) AS product, sum(l.quantity) AS units,
  money(sum(l.total_minor - coalesce(l.tax_minor, 0)), l.currency) AS revenue,
  money(sum(l.quantity * l.cost_minor), l.currency) AS cost,
  money(sum(l.total_minor - coalesce(l.tax_minor, 0) - l.quantity * l.cost_minor), l.currency) AS margin,
  CAST(round(100.0 * sum(l.total_minor - coalesce(l.tax_minor, 0) - l.quantity * l.cost_minor)
    / nullif(sum(l.total_minor - coalesce(l.tax_minor, 0)), 0)) AS INTEGER) || '%' AS share, l.currency
FROM order_lines l JOIN products p ON p.id = l.productId AND p.currency = l.currency
WHERE l.status NOT IN ('CANCELED', 'REJECTED') AND l.cost_minor IS NOT NULL AND l.createdDate >= :from AND l.createdDate < :to
GROUP BY l.productId, l.currency
ORDER BY sum(l.total_minor - coalesce(l.tax_minor, 0) - l.quantity * l.cost_minor) DESC, product
