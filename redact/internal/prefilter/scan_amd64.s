//go:build !purego

#include "textflag.h"

// The layout of kernel and block is in fast_amd64.go.
#define MASKS 0
#define PAIRS 256
#define INDEXLOW 288
#define INDEXHIGH 320
#define PAIRLOW 352
#define PAIRHIGH 384
#define FOLD 416
#define HIGH 448
#define NIBBLE 480

// NIBBLES splits the bytes at SI+R9+off and looks both halves up in the masks
// lo and hi; the result in Y12 (first) or anded to it (next).
#define NIBBLES(off, lo, hi) \
	VMOVDQU off(SI)(R9*1), Y10; \
	VPSRLW $4, Y10, Y11;       \
	VPAND Y9, Y10, Y10;        \
	VPAND Y9, Y11, Y11;        \
	VPSHUFB Y10, lo, Y10;      \
	VPSHUFB Y11, hi, Y11;      \
	VPAND Y10, Y11, Y11

// LOOKUP puts the two bytes of the filter at the index in stack slot n into
// word k of x.
#define LOOKUP(n, k, x) \
	MOVWLZX idx-32+(2*n)(SP), AX; \
	VPINSRW $k, (R12)(AX*1), x, x

// func scanAVX2(p *byte, n int, k *kernel, table *grams, out *block, room int) (consumed, found int)
TEXT ·scanAVX2(SB), NOSPLIT, $32-64
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ k+16(FP), DX
	MOVQ table+24(FP), R12
	MOVQ out+32(FP), DI
	MOVQ room+40(FP), R8
	SHLQ $4, R8
	ADDQ DI, R8              // end of out
	VMOVDQU MASKS+0(DX), Y0
	VMOVDQU MASKS+32(DX), Y1
	VMOVDQU MASKS+64(DX), Y2
	VMOVDQU MASKS+96(DX), Y3
	VMOVDQU MASKS+128(DX), Y4
	VMOVDQU MASKS+160(DX), Y5
	VMOVDQU MASKS+192(DX), Y6
	VMOVDQU MASKS+224(DX), Y7
	VMOVDQU PAIRS(DX), Y8
	VMOVDQU NIBBLE(DX), Y9
	XORQ R9, R9
	SUBQ $35, CX
	JL done

loop:
	// Strong: words at even positions, folded; the two hashes of four bytes.
	VMOVDQU (SI)(R9*1), Y10
	VMOVDQU 2(SI)(R9*1), Y11
	VPOR FOLD(DX), Y10, Y10
	VPOR FOLD(DX), Y11, Y11
	VPMULLW INDEXLOW(DX), Y10, Y12
	VPMULLW INDEXHIGH(DX), Y11, Y13
	VPADDW Y13, Y12, Y12
	VMOVDQU Y12, idx-32(SP)
	VPMULLW PAIRLOW(DX), Y10, Y10
	VPMULLW PAIRHIGH(DX), Y11, Y11
	VPADDW Y11, Y10, Y10
	VPSRLW $12, Y10, Y10
	VPOR HIGH(DX), Y10, Y10  // the high byte of each word selects zero
	VPSHUFB Y10, Y8, Y15     // the bits that must be set

	// Weak, while the index is on its way through memory.
	NIBBLES(-1, Y0, Y1)
	VMOVDQA Y11, Y12
	NIBBLES(0, Y2, Y3)
	VPAND Y11, Y12, Y12
	NIBBLES(1, Y4, Y5)
	VPAND Y11, Y12, Y12
	NIBBLES(2, Y6, Y7)
	VPAND Y11, Y12, Y12
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y11, Y12, Y12
	VPMOVMSKB Y12, BX
	NOTL BX

	LOOKUP(0, 0, X13)
	LOOKUP(1, 1, X13)
	LOOKUP(2, 2, X13)
	LOOKUP(3, 3, X13)
	LOOKUP(4, 4, X13)
	LOOKUP(5, 5, X13)
	LOOKUP(6, 6, X13)
	LOOKUP(7, 7, X13)
	LOOKUP(8, 0, X14)
	LOOKUP(9, 1, X14)
	LOOKUP(10, 2, X14)
	LOOKUP(11, 3, X14)
	LOOKUP(12, 4, X14)
	LOOKUP(13, 5, X14)
	LOOKUP(14, 6, X14)
	LOOKUP(15, 7, X14)
	VINSERTI128 $1, X14, Y13, Y13
	VPAND Y15, Y13, Y13
	VPCMPEQW Y15, Y13, Y13
	VPMOVMSKB Y13, AX

	// Write the block always, keep it when it has a candidate.
	MOVQ R9, (DI)
	MOVL AX, 8(DI)
	MOVL BX, 12(DI)
	XORL R11, R11
	ORL BX, AX
	SETNE R11
	SHLQ $4, R11
	ADDQ R11, DI
	ADDQ $32, R9
	CMPQ DI, R8
	JGE done
	CMPQ R9, CX
	JLE loop

done:
	VZEROUPPER
	MOVQ R9, consumed+48(FP)
	SUBQ out+32(FP), DI
	SHRQ $4, DI
	MOVQ DI, found+56(FP)
	RET
