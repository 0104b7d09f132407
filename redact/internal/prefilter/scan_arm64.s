//go:build !purego

#include "textflag.h"

// The layout of kernel and candidates is in fast_arm64.go and blocks.go.
#define MASKS 0
#define PAIRS 128
#define TOKEN 192
#define BITS 224
#define INDEXMULS 240
#define FOLD 272
#define PLAIN 304

#define STRONGMASKS 1024
#define WEAKMASKS 1160
#define NOTPAIRS 1432
#define STOPS 1704
#define FOUND 1976
#define STRONG 6072
#define WEAK 10184

// Nodes have 32 bytes each.
#define NODEWANT 0
#define NODERUN 16

// What Go's assembler does not know, with the operands in its order.
#define MUL(m, n, d) WORD $(0x4e609c00 | (m<<16) | (n<<5) | d) // mul d.8h, n.8h, m.8h
#define MLA(m, n, d) WORD $(0x4e609400 | (m<<16) | (n<<5) | d) // mla d.8h, n.8h, m.8h
#define BIC(m, n, d) WORD $(0x4e601c00 | (m<<16) | (n<<5) | d) // bic d.16b, n.16b, m.16b

// HASH puts the bits that are asked for at the even positions of the 32 bytes at
// R5 into V14 and V15, and where at the beginning of the hashes.
#define HASH \
	FLDPQ (R5), (F28, F29);            \
	FMOVQ 18(R5), F31;                 \
	VAND V0.B16, V28.B16, V28.B16;     \
	VAND V0.B16, V29.B16, V29.B16;     \
	VAND V0.B16, V31.B16, V31.B16;     \
	VEXT $2, V29.B16, V28.B16, V30.B16; \
	MUL(1, 28, 14);                    \
	MUL(1, 29, 15);                    \
	MLA(2, 30, 14);                    \
	MLA(2, 31, 15);                    \
	FSTPQ (F14, F15), (R4);            \
	VAND V6.B16, V28.B16, V14.B16;     \
	VAND V6.B16, V29.B16, V15.B16;     \
	VTBL V14.B16, [V5.B16], V14.B16;   \
	VTBL V15.B16, [V5.B16], V15.B16

// FIRST4 puts what is in the filter at the four indices at off(R4) into the first words
// of v, whose old value does not matter; LAST4 goes on.
#define FIRST4(off, v) \
	LDPW off(R4), (R10, R11);   \
	ADD R10.UXTH, R3, R12;      \
	ADD R10>>16, R3, R13;       \
	ADD R11.UXTH, R3, R14;      \
	ADD R11>>16, R3, R15;       \
	VLD1R (R12), [v.H8];        \
	VLD1 (R13), v.H[1];         \
	VLD1 (R14), v.H[2];         \
	VLD1 (R15), v.H[3]

#define LAST4(off, v) \
	LDPW off(R4), (R10, R11);   \
	ADD R10.UXTH, R3, R12;      \
	ADD R10>>16, R3, R13;       \
	ADD R11.UXTH, R3, R14;      \
	ADD R11>>16, R3, R15;       \
	VLD1 (R12), v.H[4];         \
	VLD1 (R13), v.H[5];         \
	VLD1 (R14), v.H[6];         \
	VLD1 (R15), v.H[7]

// NIBBLES looks the bytes, split into lo and hi, up in two masks; what both have is
// in d.
#define NIBBLES(lo, hi, m, n, d) \
	VTBL lo.B16, [m.B16], d.B16;    \
	VTBL hi.B16, [n.B16], V31.B16;  \
	VAND V31.B16, d.B16, d.B16

// CLASS makes bytes of d 0xff where both masks have a bit in common.
#define CLASS(lo, hi, m, n, d) \
	VTBL lo.B16, [m.B16], d.B16;    \
	VTBL hi.B16, [n.B16], V31.B16;  \
	VCMTST V31.B16, d.B16, d.B16

// WIDEN adds to each bit of lo, behind which those of hi stand, the one n further on.
#define WIDEN(n, hi, lo) \
	EXTR n, lo, hi, R14; \
	ORR R14, lo, lo

// func scanNEON(p *byte, n int, k *kernel, table *grams, c *candidates) (consumed, strongs, weaks int)
TEXT ·scanNEON(SB), NOSPLIT, $0-64
	MOVD p+0(FP), R0
	MOVD n+8(FP), R1
	MOVD k+16(FP), R2
	MOVD table+24(FP), R3
	MOVD c+32(FP), R4
	SUBS $40, R1
	BLT none
	ADD R0, R1, R1              // where the last block may begin
	FLDPQ FOLD(R2), (F0, F6)     // and nibbles
	FLDPQ INDEXMULS(R2), (F1, F2)
	FMOVQ BITS(R2), F5
	FLDPQ PAIRS(R2), (F7, F8)
	FLDPQ (PAIRS+32)(R2), (F9, F10)
	FLDPQ TOKEN(R2), (F11, F12)
	ADD $STRONGMASKS, R4, R6
	ADD $NOTPAIRS, R4, R7
	ADD $STOPS, R4, R8

	// The byte before the first.
	SUB $1, R0, R10
	VLD1R (R10), [V18.B16]
	VUSHR $4, V18.B16, V19.B16
	VAND V6.B16, V18.B16, V18.B16
	NIBBLES(V18, V19, V7, V8, V13)

	// A block is hashed before the one in front of it is looked up: the way from the
	// vectors to the addresses is long.
	MOVD R0, R5
	HASH

loop:
	FIRST4(0, V16)
	LAST4(8, V16)
	FIRST4(16, V17)
	LAST4(24, V17)

	// Two bytes of weak windows, and which bytes end a token.
	FLDPQ (R0), (F18, F19)
	VUSHR $4, V18.B16, V20.B16
	VUSHR $4, V19.B16, V21.B16
	VAND V6.B16, V18.B16, V18.B16
	VAND V6.B16, V19.B16, V19.B16
	NIBBLES(V18, V20, V7, V8, V22)
	VEXT $15, V22.B16, V13.B16, V23.B16
	NIBBLES(V19, V21, V7, V8, V13)
	VEXT $15, V13.B16, V22.B16, V24.B16
	NIBBLES(V18, V20, V9, V10, V25)
	NIBBLES(V19, V21, V9, V10, V26)
	CLASS(V18, V20, V11, V12, V27)
	CLASS(V19, V21, V11, V12, V28)
	VCMTST V23.B16, V25.B16, V25.B16
	VCMTST V24.B16, V26.B16, V26.B16

	VAND V14.B16, V16.B16, V16.B16
	VAND V15.B16, V17.B16, V17.B16
	VCMEQ V14.H8, V16.H8, V16.H8
	VCMEQ V15.H8, V17.H8, V17.H8
	VUZP1 V17.B16, V16.B16, V16.B16

	// A bit of each byte.
	BIC(25, 5, 25)
	BIC(26, 5, 26)
	BIC(27, 5, 27)
	BIC(28, 5, 28)
	VAND V5.B16, V16.B16, V16.B16
	VADDP V26.B16, V25.B16, V25.B16
	VADDP V28.B16, V27.B16, V27.B16
	VADDP V16.B16, V16.B16, V16.B16
	VADDP V27.B16, V25.B16, V25.B16
	VADDP V16.B16, V16.B16, V16.B16
	VADDP V16.B16, V25.B16, V25.B16
	FMOVS.P F25, 4(R7)
	VST1.P V25.S[1], 4(R8)
	VST1.P V25.H[4], 2(R6)

	ADD $32, R0
	CMP R1, R0
	CSEL LS, R0, R5, R5         // the last block is hashed twice
	HASH
	BLS loop

	MOVD p+0(FP), R5
	SUB R5, R0, R9              // consumed
	MOVD R9, consumed+40(FP)
	MOVD ZR, (R6)
	MOVD $-1, R10
	MOVW R10, (R7)
	STP (ZR, ZR), (R8)
	SUB $(NOTPAIRS-WEAKMASKS), R7, R10
	MOVW ZR, (R10)
	MOVD PLAIN(R2), R10
	CBNZ R10, plain

plainDone:
	// The lists. How many candidates 128 positions have is too random to be
	// predicted, so that two are always written down.
	ADD $STRONGMASKS, R4, R6
	ADD $FOUND, R4, R7
	MOVD ZR, R8

strong:
	MOVD.P 8(R6), R10
	RBIT R10, R11
	CLZ R11, R11
	ADD R11<<1, R8, R11
	SUB $1, R10, R12
	AND R10, R12, R12
	RBIT R12, R13
	CLZ R13, R13
	ADD R13<<1, R8, R13
	MOVH R11, (R7)
	MOVH R13, 2(R7)
	CMP $0, R10
	CSET NE, R14
	CMP $0, R12
	CINC NE, R14, R14
	ADD R14<<1, R7, R7
	SUB $1, R12, R13
	ANDS R12, R13, R12
	BNE manyStrong

strongDone:
	ADD $128, R8
	CMP R9, R8
	BLT strong

	ADD $FOUND, R4, R10
	SUB R10, R7, R7
	LSR $1, R7, R7
	MOVD R7, strongs+48(FP)

	ADD $WEAKMASKS, R4, R5
	ADD $NOTPAIRS, R4, R6
	ADD $STOPS, R4, R2
	ADD $WEAK, R4, R7
	MOVD ZR, R8
	MOVD.P 8(R2), R12

weak:
	// No byte from the third of the window to the tenth may end a token.
	MOVD.P 8(R2), R11
	MOVD.P 8(R6), R10
	MOVD.P 8(R5), R13
	EXTR $1, R12, R11, R12
	LSR $1, R11, R15
	WIDEN($1, R15, R12)
	ORR R15>>1, R15, R15
	WIDEN($2, R15, R12)
	ORR R15>>2, R15, R15
	WIDEN($4, R15, R12)
	ORR R12, R10, R10
	ORN R10, R13, R10
	MOVD R11, R12
	CBNZ R10, nextWeak

weakDone:
	ADD $64, R8
	CMP R9, R8
	BLT weak

	ADD $WEAK, R4, R10
	SUB R10, R7, R7
	LSR $1, R7, R7
	MOVD R7, weaks+56(FP)
	RET

manyStrong:
	RBIT R12, R13
	CLZ R13, R13
	ADD R13<<1, R8, R13
	MOVH.P R13, 2(R7)
	SUB $1, R12, R13
	ANDS R12, R13, R12
	BNE manyStrong
	B strongDone

nextWeak:
	RBIT R10, R14
	CLZ R14, R14
	ADD R8, R14, R14
	MOVH.P R14, 2(R7)
	SUB $1, R10, R14
	ANDS R10, R14, R10
	BNE nextWeak
	B weakDone

	// Weak windows by all four bytes.
plain:
	SUB R9, R0, R0
	ADD $WEAKMASKS, R4, R6
	VLD1.P 64(R2), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1 (R2), [V20.B16, V21.B16, V22.B16, V23.B16]

#define ALL(off, m, n, d) \
	FMOVQ off(R0), F29;               \
	VUSHR $4, V29.B16, V30.B16;       \
	VAND V6.B16, V29.B16, V29.B16;    \
	NIBBLES(V29, V30, m, n, d)

#define WINDOWS(at, d) \
	ALL(at-1, V16, V17, d);           \
	ALL(at, V18, V19, V28);           \
	VAND V28.B16, d.B16, d.B16;       \
	ALL(at+1, V20, V21, V28);         \
	VAND V28.B16, d.B16, d.B16;       \
	ALL(at+2, V22, V23, V28);         \
	VCMTST V28.B16, d.B16, d.B16;     \
	VAND V5.B16, d.B16, d.B16

plainLoop:
	WINDOWS(0, V24)
	WINDOWS(16, V25)
	VADDP V25.B16, V24.B16, V24.B16
	VADDP V24.B16, V24.B16, V24.B16
	VADDP V24.B16, V24.B16, V24.B16
	FMOVS.P F24, 4(R6)
	ADD $32, R0
	CMP R1, R0
	BLS plainLoop
	B plainDone

none:
	MOVD ZR, consumed+40(FP)
	MOVD ZR, strongs+48(FP)
	MOVD ZR, weaks+56(FP)
	RET

// func siftNEON(src *byte, head *[1 << headBits]uint16, nodes *node, c *candidates, n int) (found int)
TEXT ·siftNEON(SB), NOSPLIT, $0-48
	MOVD src+0(FP), R0
	MOVD head+8(FP), R1
	MOVD nodes+16(FP), R2
	MOVD c+24(FP), R3
	MOVD n+32(FP), R4
	ADD $STOPS, R3, R5
	ADD $FOUND, R3, R6
	ADD R4<<1, R6, R4
	ADD $STRONG, R3, R3
	MOVD R3, R7
	MOVD $0x5f5f5f5f, R8
	MOVD $0x9E3779B1, R9
	B siftTest

sift:
	MOVHU.P 2(R6), R10
	MOVD (R0)(R10), R11
	AND R11>>16, R8, R12
	MULW R9, R12, R12
	LSRW $15, R12, R12
	MOVHU (R1)(R12<<1), R12
	LSR $3, R10, R13
	MOVD (R5)(R13), R13
	AND $7, R10, R14
	LSR R14, R13, R13           // what ends a token, from the four bytes on
	ORR R10<<16, R12, R10
	MOVW R10, (R7)
	ADD R12<<5, R2, R12
	LDP NODEWANT(R12), (R14, R15)
	MOVD NODERUN(R12), R16
	AND R15, R11, R11
	EOR R14, R11, R11
	AND R16, R13, R13
	ORR R13, R11, R11
	CMP $0, R11
	CSET EQ, R11
	ADD R11<<2, R7, R7

siftTest:
	CMP R4, R6
	BLO sift
	SUB R3, R7, R7
	LSR $2, R7, R7
	MOVD R7, found+40(FP)
	RET
