/** The longest number any detector knows is a 19-digit card. */
export const DIGITS_MAX = 19;

/** The most groups people split a number into: a French number abroad has seven, a spaced IBAN is read elsewhere. */
export const GROUPS_MAX = 8;

/** The longest local part and domain of a mail address (RFC 5321). */
export const MAIL_LOCAL_CHARS_MAX = 64;
export const MAIL_DOMAIN_CHARS_MAX = 255;

/** Names in front of a secret are shorter than this, and a secret shows itself in as many characters of its value. */
export const ASSIGNED_NAME_CHARS_MAX = 64;
export const ASSIGNED_VALUE_CHARS_MAX = 256;

/** The authority of a URL with credentials in it. */
export const AUTHORITY_CHARS_MAX = 512;

/** A 16,384-bit RSA key in PEM has about 13,000 characters. */
export const PRIVATE_KEY_CHARS_MAX = 32_768;
