-- title: Abandoned checkouts
-- about: What buyers left, and what came back.
SELECT status, sum(createdDate >= :from) AS checkouts, sum(createdDate < :from) AS checkouts_before,
  money(sum(iif(createdDate >= :from, total_minor, 0)), currency) AS value,
  money(sum(iif(createdDate < :from, total_minor, 0)), currency) AS before,
  change(sum(iif(createdDate >= :from, total_minor, 0)), sum(iif(createdDate < :from, total_minor, 0))) AS change, currency
FROM abandoned_checkouts WHERE createdDate >= :before AND createdDate < :to
GROUP BY status, currency ORDER BY status, currency
