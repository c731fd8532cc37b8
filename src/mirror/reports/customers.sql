-- title: Customers by recency
-- about: Buyers by the time since their last order, over all orders, and what they spent.
-- bar: spent
SELECT CASE WHEN days < 30 THEN '1: under 30 days' WHEN days < 90 THEN '2: 30 to 89 days' WHEN days < 365 THEN '3: 90 to 364 days'
    ELSE '4: a year or more' END AS last_order,
  count(*) AS customers, sum(orders > 1) AS repeat_customers, sum(orders) AS orders,
  money(sum(spent_minor), currency) AS spent, money(1.0 * sum(spent_minor) / count(*), currency) AS average, currency
FROM (
  SELECT currency, count(*) AS orders, sum(total_minor) AS spent_minor, julianday(:to) - julianday(max(createdDate)) AS days
  FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND email <> '' AND createdDate < :to GROUP BY lower(email), currency
)
GROUP BY 1, currency ORDER BY 1, currency
