-- title: Tax by region
-- about: The tax of orders by country, state and rate. Refunds do not reduce it.
SELECT coalesce(o.country, '') AS country, coalesce(o.subdivision, '') AS subdivision, coalesce(t.name, '') AS tax,
  iif(t.rate IS NULL, '', printf('%g%%', round(100 * t.rate, 4))) AS rate, count(DISTINCT o.id) AS orders,
  money(sum(t.taxable_minor), o.currency) AS taxable, money(sum(coalesce(t.amount_minor, o.tax_minor)), o.currency) AS amount, o.currency
FROM orders o LEFT JOIN order_taxes t ON t.orderId = o.id
WHERE o.status NOT IN ('CANCELED', 'REJECTED') AND o.createdDate >= :from AND o.createdDate < :to
GROUP BY 1, 2, 3, 4, o.currency HAVING sum(coalesce(t.amount_minor, o.tax_minor)) > 0 ORDER BY 1, 2, 3, 4
