-- title: Orders at risk
-- about: Authorized payments that are not captured, declined payments, paid orders that wait for delivery, and orders that nobody paid. Most urgent first. When an authorization ends is known with: till data sync --with payments
-- param days = 3: days after which an order is late
SELECT number, risk, CAST(julianday(:to) - julianday(createdDate) AS INTEGER) AS days, money(amount, currency) AS amount, currency, ends, email
FROM (
  SELECT 1 AS rank, number, 'authorized, not captured' AS risk, createdDate, authorized_minor AS amount, currency, email,
    (SELECT substr(min(p.scheduledDate_local), 1, 16) FROM payments p WHERE p.orderId = orders.id AND p.status = 'AUTHORIZED') AS ends
  FROM orders WHERE authorized_minor > 0 AND status NOT IN ('CANCELED', 'REJECTED')
  UNION ALL
  SELECT 2, number, 'payment declined', createdDate, balanceDue_minor, currency, email, NULL
  FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND paymentStatus = 'DECLINED' AND coalesce(authorized_minor, 0) = 0
  UNION ALL
  SELECT 3, number, 'paid, not fulfilled', createdDate, total_minor, currency, email, NULL
  FROM orders WHERE status = 'APPROVED' AND paymentStatus = 'PAID' AND fulfillmentStatus <> 'FULFILLED'
    AND julianday(:to) - julianday(createdDate) >= :days
  UNION ALL
  SELECT 4, number, 'not paid', createdDate, balanceDue_minor, currency, email, NULL
  FROM orders WHERE status NOT IN ('CANCELED', 'REJECTED') AND coalesce(authorized_minor, 0) = 0
    AND paymentStatus IN ('NOT_PAID', 'PARTIALLY_PAID') AND julianday(:to) - julianday(createdDate) >= :days
)
WHERE createdDate < :to ORDER BY rank, coalesce(ends, '9'), createdDate, number
