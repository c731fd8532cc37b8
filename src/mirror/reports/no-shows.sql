-- title: Ticket no-shows
-- about: Sold tickets of events that ended in the period, and how many of them were never checked in.
SELECT e.title AS event, substr(e.startDate_local, 1, 10) AS date, count(*) AS sold, count(t.checkedIn) AS checked_in,
  count(*) - count(t.checkedIn) AS no_shows, printf('%d%%', round(100.0 * (count(*) - count(t.checkedIn)) / count(*))) AS share
FROM tickets t JOIN events e ON e.id = t.eventId
WHERE coalesce(t.canceled, 0) = 0 AND e.status <> 'CANCELED' AND coalesce(e.endDate, e.startDate) >= :from AND coalesce(e.endDate, e.startDate) < :to
GROUP BY e.id ORDER BY e.startDate, event
