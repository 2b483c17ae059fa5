type PromotionWindow = { startsAt?: string | null | undefined; endsAt?: string | null | undefined }

/** Moments come as texts and are kept as dates; what was not said stays unsaid. */
export const toPromotionFields = <Input extends PromotionWindow>({ startsAt, endsAt, ...fields }: Input) => ({
  ...fields,
  startsAt: toDate(startsAt),
  endsAt: toDate(endsAt),
})

const toDate = (moment: string | null | undefined) => (typeof moment === 'string' ? new Date(moment) : moment)
