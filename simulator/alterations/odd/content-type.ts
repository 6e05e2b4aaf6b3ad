import type { Parcel } from '../../signing/scheme.ts';

/** The parcel with another content type; `change` gets what stands there. */
export function withContentType(parcel: Parcel, change: (type: string) => string): Parcel {
  const name =
    Object.keys(parcel.headers).find((one) => one.toLowerCase() === 'content-type') ?? 'content-type';
  return {
    ...parcel,
    headers: { ...parcel.headers, [name]: change(parcel.headers[name] ?? 'application/json') },
  };
}
