-- title: Customers by recency
-- about: Buyers by the time since their last order, over all orders, and what they spent.
-- bar: spent
SELECT CASE WHEN days < 30 THEN '1: under 30 days' WHEN days < 90 THEN '2: 30 to 89 days' WHEN days < 365 THEN '3: 90 to 364 days'
    ELSE '4: a year or more' END AS last_order,
  count(*) AS customers, sum(orders > 1) AS repeat_customers, sum(orders) AS orders,
  money(sum(spent_minor), currency) AS spent, money(sum(spent_minor) / count(*), currency) AS average, currency
FROM (SELECT *, julianday(:to) - julianday(lastOrder) AS days FROM customers WHERE lastOrder < :to)
GROUP BY 1, currency ORDER BY 1, currency
