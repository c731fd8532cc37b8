-- title: Revenue by channel
-- about: What was ordered and refunded in each channel. Canceled and rejected orders do not count; a refund counts when it was made.
-- bar: net
WITH sold AS (
  SELECT coalesce(channel, '') AS channel, currency,
    sum(createdDate >= :from) AS orders,
    sum(iif(createdDate >= :from, total_minor, 0)) AS total,
    sum(iif(createdDate < :from, total_minor, 0)) AS total_before,
    0 AS refunded, 0 AS refunded_before
  FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND createdDate >= :before AND createdDate < :to GROUP BY 1, 2
  UNION ALL
  SELECT coalesce(o.channel, ''), o.currency, 0, 0, 0,
    sum(iif(r.createdDate >= :from, r.amount_minor, 0)), sum(iif(r.createdDate < :from, r.amount_minor, 0))
  FROM refunds r JOIN orders o ON o.id = r.orderId
  WHERE o.status NOT IN ('CANCELED', 'REJECTED') AND r.createdDate >= :before AND r.createdDate < :to GROUP BY 1, 2
)
SELECT channel, sum(orders) AS orders, money(sum(total), currency) AS total, money(sum(refunded), currency) AS refunded,
  money(sum(total - refunded), currency) AS net, money(sum(total_before - refunded_before), currency) AS before,
  change(sum(total - refunded), sum(total_before - refunded_before)) AS change, currency
FROM sold GROUP BY channel, currency ORDER BY sum(total - refunded) DESC, channel
