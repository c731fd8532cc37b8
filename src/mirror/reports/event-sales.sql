-- title: Event sales
-- about: Tickets sold for events that have not ended, in the period and in the one before it, by when the guest signed up.
-- bar: sold
SELECT e.title AS event, substr(e.startDate_local, 1, 10) AS date, CAST(julianday(e.startDate) - julianday(:to) AS INTEGER) AS days_left,
  (SELECT count(*) FROM tickets t WHERE t.eventId = e.id AND coalesce(t.canceled, 0) = 0) AS sold,
  sum(coalesce(g.createdDate >= :from AND g.createdDate < :to, 0)) AS in_period,
  sum(coalesce(g.createdDate >= :before AND g.createdDate < :from, 0)) AS before,
  money((SELECT sum(t.price_minor) FROM tickets t WHERE t.eventId = e.id AND coalesce(t.canceled, 0) = 0),
    (SELECT max(t.currency) FROM tickets t WHERE t.eventId = e.id)) AS value
FROM events e LEFT JOIN guests g ON g.eventId = e.id AND g.guestType = 'TICKET_HOLDER'
WHERE e.status IN ('UPCOMING', 'STARTED') AND e.registrationType LIKE '%TICKET%'
GROUP BY e.id ORDER BY e.startDate, event
