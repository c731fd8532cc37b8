-- title: Discounts
-- about: What automatic and manual discounts and coupons gave away, and their part of the price before them.
SELECT kind, name, count(*) AS orders, money(sum(given), currency) AS given,
  round(100.0 * sum(given) / nullif(sum(subtotal), 0), 1) || '%' AS share, currency
FROM (
  -- An order can have several discounts of one name.
  SELECT d.kind, coalesce(d.name, d.code, '') AS name, o.currency, o.subtotal_minor AS subtotal, sum(d.amount_minor) AS given
  FROM order_discounts d JOIN orders o ON o.id = d.orderId
  WHERE o.status NOT IN ('CANCELED', 'REJECTED') AND o.createdDate >= :from AND o.createdDate < :to
  GROUP BY 1, 2, o.id
)
GROUP BY kind, name, currency ORDER BY sum(given) DESC, name
