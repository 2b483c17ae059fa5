const wordsOf = (text: string) => text.trim().split(/,\s+/)

export const firstNames = wordsOf(`
  Abigail, Adrian, Alicia, Amara, Andre, Anita, Beatriz, Ben, Bridget, Caleb, Camila, Carol, Cesar, Clara, Colin,
  Dana, Darnell, Deepa, Diego, Eleanor, Elias, Emi, Erin, Esther, Farah, Felix, Frances, Gabriel, Grace, Hana,
  Hugo, Imani, Irene, Isaac, Jamal, Janet, Joaquin, Jonas, Julia, Karim, Keiko, Lamar, Laura, Leah, Lucas, Luz,
  Malik, Marcus, Maya, Miguel, Mina, Nadia, Nathan, Nora, Oscar, Paige, Priya, Quinn, Rafael, Rosa, Ruth, Samir,
  Sofia, Tamsin, Tariq, Tessa, Uma, Victor, Wanda, Wes, Yara, Zoe
`)

export const lastNames = wordsOf(`
  Abbott, Aguilar, Ahmed, Bauer, Becker, Bishop, Blake, Brennan, Cardoso, Chandra, Chen, Cole, Dalton, Delgado,
  Dufresne, Ellis, Espinoza, Faulkner, Fischer, Flynn, Fujita, Garner, Gibson, Gupta, Hale, Hansen, Hassan,
  Hughes, Ibarra, Jensen, Kaplan, Keller, Khan, Kim, Kowalski, Larsen, Lindgren, Lopez, Marsh, Medina, Mendes,
  Moreau, Nakamura, Nguyen, Novak, Ochoa, Olsen, Ortega, Park, Patel, Pereira, Quinn, Ramsey, Reyes, Rossi,
  Salazar, Santos, Sato, Schultz, Silva, Stone, Sullivan, Tanaka, Thorne, Underwood, Vance, Vargas, Walsh,
  Whitaker, Yates, Young, Zimmer
`)

export const streets = wordsOf(`
  Alder St, Beacon Ave, Birch Ln, Bridge St, Canal St, Cedar Ave, Chapel Rd, Cherry St, Clover Dr, Creekside Dr,
  Elm St, Fern Ave, Garden Ct, Grove St, Harbor View Dr, Hawthorne Blvd, Highland Ave, Juniper Way, Lakeshore Dr,
  Laurel St, Linden Ave, Magnolia St, Maple Ave, Meadow Ln, Mill Rd, Oak St, Orchard Rd, Park Pl, Pine St,
  Poplar Ave, Quarry Rd, Ridge Rd, River Rd, Rosewood Ct, Spruce St, Summit Ave, Sycamore St, Valley Rd,
  Walnut St, Willow Ln
`)
