-- title: Orders at risk
-- about: Authorized payments that are not captured, paid orders that wait for delivery, and orders that nobody paid. Most urgent first.
-- param days = 3: days after which an order is late
SELECT number, risk, CAST(julianday(:to) - julianday(createdDate) AS INTEGER) AS days, money(amount, currency) AS amount, currency, email
FROM (
  SELECT 1 AS rank, number, 'authorized, not captured' AS risk, createdDate, authorized_minor AS amount, currency, email
  FROM orders WHERE authorized_minor > 0 AND status NOT IN ('CANCELED', 'REJECTED')
  UNION ALL
  SELECT 2, number, 'paid, not fulfilled', createdDate, total_minor, currency, email
  FROM orders WHERE status = 'APPROVED' AND paymentStatus = 'PAID' AND fulfillmentStatus <> 'FULFILLED'
    AND julianday(:to) - julianday(createdDate) >= :days
  UNION ALL
  SELECT 3, number, 'not paid', createdDate, balanceDue_minor, currency, email
  FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND coalesce(authorized_minor, 0) = 0
    AND paymentStatus IN ('NOT_PAID', 'DECLINED', 'PARTIALLY_PAID') AND julianday(:to) - julianday(createdDate) >= :days
)
WHERE createdDate < :to ORDER BY rank, createdDate, number
