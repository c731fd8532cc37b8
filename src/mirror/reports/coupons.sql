-- title: Coupons
-- about: The orders with each coupon, what it gave away, and what these orders brought.
SELECT coalesce(d.code, d.name) AS coupon, sum(o.createdDate >= :from) AS orders, sum(o.createdDate < :from) AS orders_before,
  money(sum(iif(o.createdDate >= :from, d.amount_minor, 0)), o.currency) AS given,
  money(sum(iif(o.createdDate >= :from, o.total_minor, 0)), o.currency) AS total,
  money(sum(iif(o.createdDate < :from, o.total_minor, 0)), o.currency) AS before, o.currency
FROM order_discounts d JOIN orders o ON o.id = d.orderId
WHERE d.kind = 'coupon' AND o.status NOT IN ('CANCELED', 'REJECTED') AND o.createdDate >= :before AND o.createdDate < :to
GROUP BY 1, o.currency ORDER BY sum(iif(o.createdDate >= :from, o.total_minor, 0)) DESC, coupon
