import type { OrderData } from '#contract/intake.ts'
import { createRandom, pick } from '../random.ts'

export type DemoCustomer = {
  person: NonNullable<OrderData['customer']>
  address: OrderData['shippingAddress']
  place: Town
}

/** Domains and phone numbers (555-01xx) reserved for examples. */
const mailboxes = ['example.com', 'example.net', 'example.org']

/** The customer with this number, always the same. */
export function customerOf(number: number): DemoCustomer {
  const random = createRandom(`${number} is a customer`)
  const [firstName, lastName] = [pick(random, firstNames), pick(random, lastNames)]
  const place = pick(random, towns)
  const { city, state, postalCode, area } = place
  const line2 = random.fraction() < 0.22 ? `Apt ${random.between(1, 24)}` : null
  return {
    place,
    person: {
      email: `${firstName}.${lastName}${number}@${pick(random, mailboxes)}`.toLowerCase(),
      firstName,
      lastName,
      phone: random.fraction() < 0.8 ? `+1${area}55501${String(random.between(0, 99)).padStart(2, '0')}` : null,
    },
    address: {
      recipientName: `${firstName} ${lastName}`,
      line1: `${random.between(11, 4899)} ${pick(random, streets)}`,
      line2,
      city,
      state,
      postalCode,
      country: 'US',
    },
  }
}

const splitNames = (text: string) => text.trim().split(/,\s+/)

const firstNames = splitNames(`
  Abigail, Adrian, Alicia, Amara, Andre, Anita, Beatriz, Ben, Bridget, Caleb, Camila, Carol, Cesar, Clara, Colin,
  Dana, Darnell, Deepa, Diego, Eleanor, Elias, Emi, Erin, Esther, Farah, Felix, Frances, Gabriel, Grace, Hana,
  Hugo, Imani, Irene, Isaac, Jamal, Janet, Joaquin, Jonas, Julia, Karim, Keiko, Lamar, Laura, Leah, Lucas, Luz,
  Malik, Marcus, Maya, Miguel, Mina, Nadia, Nathan, Nora, Oscar, Paige, Priya, Quinn, Rafael, Rosa, Ruth, Samir,
  Sofia, Tamsin, Tariq, Tessa, Uma, Victor, Wanda, Wes, Yara, Zoe
`)

const lastNames = splitNames(`
  Abbott, Aguilar, Ahmed, Bauer, Becker, Bishop, Blake, Brennan, Cardoso, Chandra, Chen, Cole, Dalton, Delgado,
  Dufresne, Ellis, Espinoza, Faulkner, Fischer, Flynn, Fujita, Garner, Gibson, Gupta, Hale, Hansen, Hassan,
  Hughes, Ibarra, Jensen, Kaplan, Keller, Khan, Kim, Kowalski, Larsen, Lindgren, Lopez, Marsh, Medina, Mendes,
  Moreau, Nakamura, Nguyen, Novak, Ochoa, Olsen, Ortega, Park, Patel, Pereira, Quinn, Ramsey, Reyes, Rossi,
  Salazar, Santos, Sato, Schultz, Silva, Stone, Sullivan, Tanaka, Thorne, Underwood, Vance, Vargas, Walsh,
  Whitaker, Yates, Young, Zimmer
`)

const streets = splitNames(`
  Alder St, Beacon Ave, Birch Ln, Bridge St, Canal St, Cedar Ave, Chapel Rd, Cherry St, Clover Dr, Creekside Dr,
  Elm St, Fern Ave, Garden Ct, Grove St, Harbor View Dr, Hawthorne Blvd, Highland Ave, Juniper Way, Lakeshore Dr,
  Laurel St, Linden Ave, Magnolia St, Maple Ave, Meadow Ln, Mill Rd, Oak St, Orchard Rd, Park Pl, Pine St,
  Poplar Ave, Quarry Rd, Ridge Rd, River Rd, Rosewood Ct, Spruce St, Summit Ave, Sycamore St, Valley Rd,
  Walnut St, Willow Ln
`)

/** Towns with the sales tax in percent. */
type Town = { city: string; state: string; postalCode: string; area: string; tax: number }

const town = (city: string, state: string, postalCode: string, area: string, tax: number): Town => ({
  city,
  state,
  postalCode,
  area,
  tax,
})

const towns: Town[] = [
  town('Seattle', 'WA', '98103', '206', 10.3),
  town('Seattle', 'WA', '98118', '206', 10.3),
  town('Tacoma', 'WA', '98406', '253', 10.3),
  town('Spokane', 'WA', '99203', '509', 9),
  town('Bellingham', 'WA', '98225', '360', 9),
  town('Portland', 'OR', '97214', '503', 0),
  town('Portland', 'OR', '97211', '503', 0),
  town('Bend', 'OR', '97703', '541', 0),
  town('Eugene', 'OR', '97401', '541', 0),
  town('San Francisco', 'CA', '94117', '415', 8.6),
  town('Oakland', 'CA', '94609', '510', 10.3),
  town('Los Angeles', 'CA', '90039', '323', 9.5),
  town('San Diego', 'CA', '92104', '619', 7.8),
  town('Sacramento', 'CA', '95818', '916', 8.8),
  town('Boise', 'ID', '83702', '208', 6),
  town('Missoula', 'MT', '59801', '406', 0),
  town('Bozeman', 'MT', '59715', '406', 0),
  town('Salt Lake City', 'UT', '84105', '801', 7.8),
  town('Denver', 'CO', '80206', '303', 8.8),
  town('Boulder', 'CO', '80302', '303', 9.1),
  town('Santa Fe', 'NM', '87505', '505', 8.2),
  town('Phoenix', 'AZ', '85016', '602', 8.6),
  town('Austin', 'TX', '78704', '512', 8.3),
  town('Houston', 'TX', '77008', '713', 8.3),
  town('Minneapolis', 'MN', '55406', '612', 9),
  town('Madison', 'WI', '53703', '608', 5.5),
  town('Chicago', 'IL', '60618', '773', 10.3),
  town('Ann Arbor', 'MI', '48104', '734', 6),
  town('Columbus', 'OH', '43202', '614', 7.5),
  town('Nashville', 'TN', '37206', '615', 9.8),
  town('Asheville', 'NC', '28801', '828', 7),
  town('Atlanta', 'GA', '30307', '404', 8.9),
  town('Richmond', 'VA', '23220', '804', 6),
  town('Philadelphia', 'PA', '19147', '215', 8),
  town('Brooklyn', 'NY', '11215', '718', 8.9),
  town('Ithaca', 'NY', '14850', '607', 8),
  town('Burlington', 'VT', '05401', '802', 7),
  town('Portland', 'ME', '04102', '207', 5.5),
  town('Providence', 'RI', '02906', '401', 7),
  town('Cambridge', 'MA', '02139', '617', 6.3),
]
