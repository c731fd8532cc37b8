-- title: Discounts
-- about: What automatic and manual discounts and coupons gave away, and their part of the price before them.
SELECT d.kind, coalesce(d.name, d.code, '') AS name, count(DISTINCT o.id) AS orders,
  money(sum(d.amount_minor), o.currency) AS given,
  printf('%.1f%%', 100.0 * sum(d.amount_minor) / nullif(sum(o.subtotal_minor), 0)) AS share, o.currency
FROM order_discounts d JOIN orders o ON o.id = d.orderId
WHERE o.status NOT IN ('CANCELED', 'REJECTED') AND o.createdDate >= :from AND o.createdDate < :to
GROUP BY d.kind, coalesce(d.name, d.code, ''), o.currency ORDER BY sum(d.amount_minor) DESC, name
