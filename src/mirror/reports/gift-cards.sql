-- title: Gift cards
-- about: What is left on gift cards, which the shop owes, and what is not owed any more. They need: till data sync --with gift-cards
-- bar: balance
SELECT CASE WHEN disabledDate IS NOT NULL THEN 'disabled' WHEN expirationDate < :to THEN 'expired' ELSE 'owed' END AS state,
  count(*) AS cards, sum(createdDate >= :from) AS new_cards, money(sum(initialValue_minor), currency) AS issued,
  money(sum(initialValue_minor - balance_minor), currency) AS redeemed, money(sum(balance_minor), currency) AS balance,
  min(substr(iif(expirationDate >= :to, expirationDate_local, NULL), 1, 10)) AS next_expiry, currency
FROM gift_cards WHERE createdDate < :to GROUP BY 1, currency ORDER BY state DESC, currency
