# A file with a row for each item of a parcel, with its quantity in a column of its own, as shipping programs write it.
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> versand.csv
Bestellnr;Versanddienst;Sendungsnummer;Artikel;Menge
10007;DHL;JD1;Stoneware Mug;2
10007;DHL;JD2;Stoneware Mug;4
<<<
$ till orders fulfill --file versand.csv
! error: versand.csv, line 1, column 1 (Bestellnr): unknown column.
!   What the file is:
!     columns  "Bestellnr" is order (10007), "Versanddienst" is carrier, "Sendungsnummer" is tracking, "Artikel" is items, "Menge" is quantity (2; 4)
!     plan     1 order: 1 to change, 0 unchanged. 2 values in 2 requests.
!   To import it: till orders fulfill --file versand.csv --map Bestellnr=order,Versanddienst=carrier,Sendungsnummer=tracking,Artikel=items,Menge=quantity
? 2
$ till orders fulfill --file versand.csv --map "Bestellnr=order,Versanddienst=carrier,Sendungsnummer=tracking,Artikel=items,Menge=quantity" --yes
Job JOB1: 1 order, 1 ok.
! Fulfill the orders in versand.csv (final)
! 10007	parcel	(none)	2 units, DHL, JD1
! 10007	parcel	(none)	4 units, DHL, JD2
! 1 order: 1 to change, 0 unchanged. 2 values in 2 requests.
> wrong.csv
order,items,quantity
10014,Gift Wrapping,two
<<<
$ till orders fulfill --file wrong.csv --dry-run
! error: wrong.csv, line 2, quantity: "two" is not a quantity.
!   Use a whole number of at least 1.
? 2
> tags.csv
Bestellnummer;Etikett
10012;Wholesale
<<<
$ till orders tags import tags.csv
! error: tags.csv, line 1, column 2 (Etikett): unknown column: "Etikett".
!   What the file is:
!     columns  "Bestellnummer" is order (10012), "Etikett" is tags
!     plan     1 line, 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
!   To import it: till orders tags import tags.csv --map Etikett=tags
? 2
