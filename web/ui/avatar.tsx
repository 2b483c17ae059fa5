type AvatarProps = { name: string; imageUrl?: string | null | undefined }

/** Decorative: always beside the written name. */
export function Avatar({ name, imageUrl }: AvatarProps) {
  return imageUrl ? (
    <img src={imageUrl} alt="" className="size-8 shrink-0 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string) {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
