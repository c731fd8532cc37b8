-- title: Best customers
-- about: Buyers by what they ordered in the period, and before.
-- bar: spent
-- param limit = 20: customers to show
SELECT lower(email) AS email, sum(createdDate >= :from) AS orders,
  money(sum(iif(createdDate >= :from, total_minor, 0)), currency) AS spent,
  money(sum(iif(createdDate < :from, total_minor, 0)), currency) AS before,
  substr(max(createdDate_local), 1, 10) AS last_order, currency
FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND email <> '' AND createdDate >= :before AND createdDate < :to
GROUP BY lower(email), currency HAVING orders > 0
ORDER BY sum(iif(createdDate >= :from, total_minor, 0)) DESC, 1 LIMIT :limit
