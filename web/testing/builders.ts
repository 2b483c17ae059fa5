import type { CompanyRow, UserRow } from '#contract/admin.ts'
import type { CurrentUser } from '#contract/auth.ts'
import type { InventoryRow, StockDetail, StockHold, StockMovement } from '#contract/inventory.ts'
import type { JobRow } from '#contract/jobs.ts'
import type { ListingRow, ProductDetail, ProductHistoryEntry, ProductRow, SkuRow } from '#contract/products.ts'
import type { SheetRow } from '#contract/sheet.ts'

let lastId = 0
export const newId = () => `019a8a00-0000-7000-8000-${String((lastId += 1)).padStart(12, '0')}`

/** An admin belongs to the provider's staff unless the test says otherwise. */
export function buildCurrentUser(overrides: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: newId(),
    email: 'ops@lockstep.test',
    firstName: 'Omar',
    lastName: 'Reyes',
    profileImageUrl: null,
    role: 'ops',
    isProviderStaff: overrides.role === 'admin',
    companyId: newId(),
    companyName: 'Harbor & Pine',
    restoredTo: null,
    language: 'en',
    observingSince: null,
    timeZone: 'America/Los_Angeles',
    ...overrides,
  }
}

export function buildCompany(overrides: Partial<CompanyRow> = {}): CompanyRow {
  return {
    id: newId(),
    name: 'Blue Kettle',
    email: 'hello@bluekettle.example',
    phone: null,
    address: null,
    isActive: true,
    isProvider: false,
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildUserRow(overrides: Partial<UserRow> = {}): UserRow {
  return {
    id: newId(),
    email: 'mia@bluekettle.example',
    firstName: 'Mia',
    lastName: 'Chen',
    role: 'readonly',
    isActive: true,
    companyId: newId(),
    company: { name: 'Blue Kettle' },
    createdAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildJob(overrides: Partial<JobRow> = {}): JobRow {
  return {
    id: newId(),
    name: 'inventory.sync',
    title: 'Inventory sync',
    status: 'completed',
    attempts: 1,
    maxAttempts: 3,
    error: null,
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-01T00:00:00Z',
    completedAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildInventoryRow(overrides: Partial<InventoryRow> = {}): InventoryRow {
  return {
    id: newId(),
    sku: 'HP-1001',
    asin: 'B0HARBOR01',
    fnsku: 'X001HARBOR',
    productId: newId(),
    productTitle: 'Harbor Lantern',
    title: null,
    qtyAvailable: 120,
    qtyReserved: 5,
    qtyInbound: 40,
    status: 'in_stock',
    stockHolder: 'amazon',
    lastAmazonSync: '2026-01-01T00:00:00Z',
    missingOnAmazonSince: null,
    qtyCounted: 120,
    imageUrl: null,
    ...overrides,
  }
}

/** 120 units counted by Amazon, no holds, no buffer. */
export function buildStockDetail(overrides: Partial<StockDetail> = {}): StockDetail {
  return {
    ...buildInventoryRow(),
    version: 1,
    safetyBuffer: 0,
    companyBuffer: 0,
    isActive: true,
    stockedAt: null,
    why: {
      source: 'amazon',
      readAt: '2026-01-01T00:00:00Z',
      counted: 120,
      countedReserved: 5,
      held: 0,
      available: 120,
      buffer: 0,
      sellable: 120,
    },
    holds: [],
    codes: [],
    ...overrides,
  }
}

export function buildStockHold(overrides: Partial<StockHold> = {}): StockHold {
  return {
    id: newId(),
    orderId: newId(),
    orderNumber: 'WEB-1042',
    channelType: 'website',
    quantity: 2,
    createdAt: '2026-01-01T00:00:00Z',
    acceptedAt: null,
    ...overrides,
  }
}

export function buildStockMovement(overrides: Partial<StockMovement> = {}): StockMovement {
  return {
    id: newId(),
    source: 'amazon',
    capturedAt: '2026-01-01T00:00:00Z',
    change: 20,
    qtyAvailable: 120,
    qtyReserved: 5,
    qtyInbound: 40,
    reason: null,
    note: null,
    ...overrides,
  }
}

export function buildProductRow(overrides: Partial<ProductRow> = {}): ProductRow {
  return {
    id: newId(),
    title: 'Harbor Lantern',
    brand: 'Harbor & Pine',
    category: 'Lighting',
    description: 'A storm lantern for porch and camp.',
    isActive: true,
    skuCount: 0,
    qtyAvailable: 0,
    priceFrom: null,
    priceTo: null,
    imageUrl: null,
    ...overrides,
  }
}

/** `skuCount` follows from the SKUs, as on the server. */
export function buildProduct(overrides: Partial<Omit<ProductDetail, 'skuCount'>> = {}): ProductDetail {
  const skus = overrides.skus ?? []
  return {
    ...buildProductRow(),
    uploadedImageUrl: null,
    tags: [],
    images: [],
    amazonImages: [],
    bulletPoints: [],
    lastAmazonSync: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    version: 1,
    listings: [],
    ...overrides,
    skus,
    skuCount: skus.length,
  }
}

export function buildSku(overrides: Partial<SkuRow> = {}): SkuRow {
  return {
    id: newId(),
    sku: 'HP-1001',
    asin: null,
    fnsku: null,
    title: null,
    price: '24.00',
    compareAtPrice: null,
    cost: null,
    weight: null,
    weightUnit: 'pounds',
    dimensions: null,
    packageQuantity: 1,
    shippingTemplate: null,
    isHazmat: false,
    prepInstructions: null,
    isActive: true,
    stockHolder: 'merchant',
    safetyBuffer: 0,
    lastAmazonSync: null,
    version: 1,
    qtyAvailable: 42,
    qtyReserved: 3,
    qtyInbound: 12,
    status: 'in_stock',
    ...overrides,
  }
}

export function buildListing(overrides: Partial<ListingRow> = {}): ListingRow {
  return {
    channelId: newId(),
    channelName: 'Harbor Shop',
    channelType: 'website',
    skuId: newId(),
    sku: 'HP-1001',
    price: '26.00',
    isVisible: true,
    syncStatus: 'synced',
    syncError: null,
    lastSyncedAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

export function buildHistoryEntry(overrides: Partial<ProductHistoryEntry> = {}): ProductHistoryEntry {
  return {
    id: newId(),
    at: '2026-01-01T00:00:00Z',
    actorName: 'Theo Okafor',
    action: 'product.update',
    about: null,
    changeSetId: null,
    changes: [],
    ...overrides,
  }
}

export function buildSheetRow(overrides: Partial<SheetRow> = {}): SheetRow {
  return {
    id: newId(),
    sku: 'TEE-L',
    title: 'Tee, large',
    price: 19,
    quantity: 40,
    asin: 'B0C1234567',
    category: 'Shirts',
    version: 1,
    stockHolder: 'merchant',
    isKnownToAmazon: false,
    ...overrides,
  }
}
