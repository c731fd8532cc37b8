-- title: Price changes and their effect
-- about: Prices that jobs of till changed in the period, and what was sold a day before and since, for at most the given days.
-- param days = 14: days to compare before and after each change
WITH changes AS (
  SELECT *, julianday(changedDate) AS at, max(min(:days, julianday(coalesce(undoneDate, :to)) - julianday(changedDate)), 0.0001) AS since
  FROM price_changes WHERE changedDate >= :from AND changedDate < :to
), lines AS (
  SELECT l.productId, coalesce(v.choices, '') AS choices, julianday(l.createdDate) AS at, l.quantity, l.total_minor, l.currency
  FROM order_lines l LEFT JOIN variants v ON v.productId = l.productId AND v.id = l.variantId WHERE l.status NOT IN ('CANCELED', 'REJECTED')
)
SELECT c.product, c.choices, substr(c.changedDate_local, 1, 10) AS date, iif(c.undoneDate IS NULL, '', 'undone') AS state,
  c.before AS price_before, c.after AS price_after, change(c.after_minor, c.before_minor) AS change,
  round(coalesce(sum(iif(l.at < c.at, l.quantity, 0)), 0) / CAST(:days AS REAL), 2) AS units_a_day_before,
  round(coalesce(sum(iif(l.at >= c.at, l.quantity, 0)), 0) / c.since, 2) AS units_a_day_after,
  money(coalesce(sum(iif(l.at < c.at, l.total_minor, 0)), 0) / CAST(:days AS REAL), c.currency) AS a_day_before,
  money(coalesce(sum(iif(l.at >= c.at, l.total_minor, 0)), 0) / c.since, c.currency) AS a_day_after, c.currency
FROM changes c LEFT JOIN lines l ON l.productId = c.productId AND (c.choices = '' OR l.choices = c.choices) AND l.currency = c.currency
  AND l.at >= c.at - :days AND l.at < c.at + c.since
GROUP BY c.id ORDER BY c.changedDate DESC, c.product, c.choices
