-- title: Sales by day
-- about: Orders and their totals by day, on the clocks of the shop. Days without orders are left out.
-- bar: total
SELECT substr(createdDate_local, 1, 10) AS day, count(*) AS orders, sum(units) AS units,
  money(sum(total_minor), currency) AS total, money(1.0 * sum(total_minor) / count(*), currency) AS average, currency
FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND createdDate >= :from AND createdDate < :to
GROUP BY day, currency ORDER BY day, currency
