const MB = 1024 * 1024

/** What a session takes of images and documents, with the reason of each bound. */
export const mediaLimits = {
  /** Of a file as it comes; what one request may weigh at the vendors. */
  fileBytes: 32 * MB,
  /** Width times height before anything is decoded: 400 MB of pixels. */
  pixels: 100_000_000,
  /** The longer edge as it is kept: larger ones are refused in company of twenty others, and scaled down at the vendor anyway. */
  edge: 2_000,
  /** As it is kept: 5 MB in base64 is the narrowest bound of the vendors. */
  imageBytes: 3_750_000,
  /** Of one document. */
  pages: 100,
} as const
